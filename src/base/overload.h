// Combines lambdas into one overload set for std::visit.
#pragma once

namespace lacuna {

template <class... Fs>
struct Overload : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overload(Fs...) -> Overload<Fs...>;

}  // namespace lacuna
