// The robust haversine in plain C++, for comparison with `cairn-bench geodesy`.
//
//   clang++ -O2 haversine.cpp -o haversine && ./haversine places.txt
//
// The file has a latitude and a longitude on each line. Prints nanoseconds per distance, the
// minimum of 20 repetitions, for consecutive places and for one place to all, with the sum of
// the distances, which must agree with Cairn's.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

struct Place {
  double latitude, longitude;
};

static double distance(Place a, Place b) {
  constexpr double rad = M_PI / 180, diameter = 2 * 6371008.8;
  double p = a.latitude * rad, q = b.latitude * rad;
  double half = (b.longitude - a.longitude) * rad / 2;
  double rise = std::sin((q - p) / 2), far = std::sin((q + p) / 2);
  double run = std::sin(half), rest = std::cos(half);
  double cosines = std::cos(p) * std::cos(q);
  double x = rise * rise + cosines * run * run, y = far * far + cosines * rest * rest;
  return diameter * std::atan2(std::sqrt(x), std::sqrt(y));
}

template <typename Body>
static void measure(const char *name, std::size_t calls, Body body) {
  double least = HUGE_VAL, sum = 0;
  for (int repetition = 0; repetition < 20; repetition++) {
    auto start = std::chrono::steady_clock::now();
    sum = body();
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    least = std::fmin(least, time.count() / calls);
  }
  std::printf("%s\t%.2f ns\tsum %.6e\n", name, least, sum);
}

int main(int count, char **arguments) {
  std::FILE *file = count > 1 ? std::fopen(arguments[1], "r") : nullptr;
  if (!file) return std::fprintf(stderr, "usage: haversine FILE\n"), 64;
  std::vector<Place> places;
  for (Place place; std::fscanf(file, "%lf%*[ ,\t]%lf", &place.latitude, &place.longitude) == 2;)
    places.push_back(place);
  std::fclose(file);
  if (places.size() < 2) return std::fprintf(stderr, "two places are needed\n"), 65;
  std::vector<double> results(places.size());

  measure("consecutive", places.size() - 1, [&] {
    double sum = 0;
    for (std::size_t i = 1; i < places.size(); i++) sum += distance(places[i - 1], places[i]);
    return sum;
  });
  measure("one to many", places.size(), [&] {
    for (std::size_t i = 0; i < places.size(); i++) results[i] = distance(places[0], places[i]);
    double sum = 0;
    for (double result : results) sum += result;
    return sum;
  });
}
