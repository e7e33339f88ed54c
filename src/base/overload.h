// Lambdas joined into one, for std::visit: the one whose parameter fits is called.
#pragma once

namespace lacuna {

template <class... Fs>
struct Overload : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overload(Fs...) -> Overload<Fs...>;

}  // namespace lacuna
