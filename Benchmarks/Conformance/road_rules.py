"""The rules of `CairnRoads` for tags, written from the article "Roads" for `road_times.py --rules`.

`use` replaces the rules of `osmgraph`, whose speeds by class and reader of extracts stay.
"""

CYCLEWAYS = ("cycleway", "cycleway:left", "cycleway:right", "cycleway:both")
LANES = {"lane", "track", "shared", "shared_lane", "share_busway", "opposite", "opposite_lane",
         "opposite_track", "opposite_share_busway"}
UNUSABLE = {"proposed", "construction", "abandoned", "disused", "razed", "planned"}
FORWARD, BACKWARD, BOTH = {"yes", "1", "true"}, {"-1", "reverse"}, {"no", "0", "false"}
ONEWAY_KEYS = {
    "car": ("oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"),
    "bike": ("oneway:bicycle", "oneway:vehicle", "oneway"), "foot": ("oneway:foot",)}
PERMITTED = {"car": 15, "bike": 12, "foot": 5}
SURFACES = {"foot": {"fine_gravel": 3.75, "gravel": 3.75, "pebblestone": 3.75, "mud": 2.5,
                     "sand": 2.5}}


class Rules:
    def __init__(self, graph):
        self.graph = graph

    def permission(self, value):
        """Whether a value allows passage; None if it is missing or unknown."""
        if value is None:
            return None
        values = [value] if value in self.graph.NO else value.split(";")
        known = [part.strip() in self.graph.YES for part in values
                 if part.strip() in self.graph.YES or part.strip() in self.graph.NO]
        return any(known) if known else None

    def access(self, tags, mode, suffix=""):
        for key in self.graph.HIER[mode]:
            for name in ((key + suffix, key) if suffix else (key,)):
                found = self.permission(tags.get(name))
                if found is not None:
                    return found, key
        return None, None

    def speed(self, tags, mode, road, suffix):
        """km/h in one direction; None if it cannot be used."""
        allowed, key = self.access(tags, mode, suffix)
        if road == "ferry":
            return None if allowed is False else 10.0
        speed = self.graph.SPEED[mode].get(road)
        opened = allowed is True and key != "access"
        lane = mode == "bike" and any(tags.get(key) in LANES for key in CYCLEWAYS)
        if speed is None and (opened or lane):
            speed = PERMITTED[mode]
        if speed is None or allowed is False:
            return None
        if tags.get("motorroad") == "yes" and allowed is not True:
            if mode == "bike" or (mode == "foot" and "sidewalk" not in tags):
                return None
        return min(speed, SURFACES.get(mode, {}).get(tags.get("surface"), speed))

    def way_speed(self, tags, mode):
        """The speeds in both directions, and whether the way is a ferry."""
        road = road_of(tags)
        if road is None or (mode != "foot" and (
                tags.get("area") == "yes" or tags.get("smoothness") == "impassable")):
            return None, None, False
        speeds = [self.speed(tags, mode, road, suffix) for suffix in (":forward", ":backward")]
        forward, backward = directions(tags, mode)
        return speeds[0] if forward else None, speeds[1] if backward else None, road == "ferry"

    def blocked(self, tags, mode):
        barrier = tags.get("barrier")
        if barrier is None and tags.get("highway") == "crossing":
            return False
        allowed, _ = self.access(tags, mode)
        if allowed is not None:
            return not allowed
        if barrier == "bollard" and tags.get("bollard") == "rising" and mode == "car":
            return False
        if tags.get("sensory", "no") != "no":
            return False
        return barrier in self.graph.BLOCK[mode]


def road_of(tags):
    highway = tags.get("highway")
    if highway is not None:
        return None if highway in UNUSABLE else highway
    if tags.get("route") == "ferry":
        return "ferry"
    if "platform" in (tags.get("railway"), tags.get("public_transport")):
        return "platform"
    return "footway" if tags.get("man_made") == "pier" else None


def directions(tags, mode):
    """Whether each direction may be used, by the tags for one-way streets."""
    known = FORWARD | BACKWARD | BOTH | {"reversible"}
    oneway = next((tags[key] for key in ONEWAY_KEYS[mode] if tags.get(key) in known), None)
    highway = tags.get("highway")
    if oneway is None and mode == "foot":
        conveyors = ("steps", "footway", "path", "pedestrian", "corridor")
        if tags.get("oneway") != "no" and highway in conveyors:
            oneway = {"forward": "yes", "backward": "-1"}.get(tags.get("conveying"))
    elif oneway is None and (tags.get("junction") in ("roundabout", "circular")
                             or highway == "motorway"):
        oneway = "yes"
    if mode == "bike" and oneway in FORWARD | BACKWARD and "oneway:bicycle" not in tags and any(
            tags.get(key, "").startswith("opposite") for key in CYCLEWAYS):
        return True, True
    if oneway == "reversible" and mode != "foot":
        return False, False
    return oneway not in BACKWARD, oneway not in FORWARD


def use(graph):
    """Replaces the rules of the module `osmgraph`."""
    rules = Rules(graph)
    graph.way_speed, graph.blocked = rules.way_speed, rules.blocked
    # Its reader skips ways that have neither `highway` nor a ferry: platforms and piers.
    plain = graph.osmium.SimpleHandler

    class Handler(plain):
        def apply_file(self, path, locations=False):
            convert = self.way

            def way(element):
                tags = {tag.k: tag.v for tag in element.tags}
                if "highway" in tags or road_of(tags) is None:
                    convert(element)
                else:
                    convert(Platform(element, tags))
            self.way = way
            super().apply_file(path, locations=locations)

    graph.osmium = type("Osmium", (), {"SimpleHandler": Handler})


class Tag:
    def __init__(self, key, value):
        self.k, self.v = key, value


class Tags(list):
    """Tags of a way with a value of `highway` added."""

    def __contains__(self, key):
        return any(tag.k == key for tag in self)

    def get(self, key, default=None):
        return next((tag.v for tag in self if tag.k == key), default)


class Platform:
    """A platform or pier, with the `highway` that it is used as."""

    def __init__(self, way, tags):
        road = road_of(tags)
        added = [] if road == "ferry" else [Tag("highway", road)]
        self.id, self.nodes = way.id, way.nodes
        self.tags = Tags([Tag(key, value) for key, value in tags.items()] + added)
