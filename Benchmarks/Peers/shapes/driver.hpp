// Shared by the drivers of shapes: the polygons written by cairn-bench, in addition to the place set.
//
// A driver is called as `driver SET ANSWERS REPETITIONS BUDGET POLYGONS`; for the first four see
// the drivers of the index. POLYGONS contains the corners of polygons as latitude and longitude,
// `polygon_corners` for each.
#pragma once
#include "../index/driver.hpp"

constexpr size_t polygon_corners = 50;
constexpr size_t outline_corners = 1000;

// Places that cairn-bench wrote next to the polygons.
inline std::vector<Coordinate> places(char** argv, const char* name) {
  std::string path = argv[5];
  std::ifstream file(path.substr(0, path.rfind('/') + 1) + name, std::ios::binary);
  std::vector<Coordinate> found;
  Coordinate place;
  while (file.read(reinterpret_cast<char*>(&place), 16)) found.push_back(place);
  return found;
}

inline std::vector<std::vector<Coordinate>> polygons(int argc, char** argv) {
  std::ifstream file(argc > 5 ? argv[5] : "", std::ios::binary);
  std::vector<std::vector<Coordinate>> found;
  std::vector<Coordinate> ring(polygon_corners);
  while (file.read(reinterpret_cast<char*>(ring.data()), 16 * polygon_corners)) {
    found.push_back(ring);
  }
  if (found.empty()) {
    std::fprintf(stderr, "%s has no polygons\n", argc > 5 ? argv[5] : "the command line");
    std::exit(66);
  }
  return found;
}
