// The map and the panel. All geographic queries call the module, which is Cairn compiled for
// WebAssembly; this script only handles pixels, pointers and text.

const bytesOf = async (id) => {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent),
    (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

// The WASI functions that the module needs: the clock and output.
let printed = "";
const system = {
  clock_time_get(_clock, _precision, time) {
    new DataView(cairn.memory.buffer)
      .setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  },
  fd_write(_file, pieces, count, written) {
    const view = new DataView(cairn.memory.buffer);
    let bytes = 0;
    for (let piece = pieces; piece < pieces + 8 * count; piece += 8) {
      const size = view.getUint32(piece + 4, true);
      printed += new TextDecoder()
        .decode(new Uint8Array(cairn.memory.buffer, view.getUint32(piece, true), size));
      bytes += size;
    }
    view.setUint32(written, bytes, true);
    return 0;
  },
};
const { instance } = await WebAssembly.instantiate(
  await bytesOf("module"), { wasi_snapshot_preview1: system });
const cairn = instance.exports;

/// An array in the module's memory, which is grown first if necessary.
const room = (Kind, count) => {
  const start = cairn.room(Kind.BYTES_PER_ELEMENT * count);
  return new Kind(cairn.memory.buffer, start, count);
};
/// The numbers that the module has written, or space for `count` numbers.
const numbers = (count) => room(Float64Array, count);
const text = (length) => new TextDecoder().decode(room(Uint8Array, length));

// The table stores columns: all names, then all latitudes and so on.
const lines = new TextDecoder().decode(await bytesOf("table")).split("\n");
const cityCount = lines.length / 4;
const cities = Array.from({ length: cityCount }, (_, city) => ({
  name: lines[city], latitude: +lines[city + cityCount],
  longitude: +lines[city + 2 * cityCount], inhabitants: +lines[city + 3 * cityCount],
}));
numbers(3 * cities.length).set(
  cities.flatMap((city) => [city.latitude, city.longitude, city.inhabitants]));
cairn.readCities(cities.length);

// MARK: The map: longitude in degrees to the right, Mercator's latitude in degrees upward

const mercator = (latitude) => {
  const angle = Math.max(-85, Math.min(85, latitude)) * Math.PI / 180;
  return Math.log(Math.tan(Math.PI / 4 + angle / 2)) * 180 / Math.PI;
};
const latitudeOf = (y) => 2 * Math.atan(Math.exp(y * Math.PI / 180)) * 180 / Math.PI - 90;
const turned = (longitude) => longitude - 360 * Math.round(longitude / 360);

/// Converts lines from degrees to map points, unwrapping longitudes from point to point.
const drawn = (lines, areClosed) => lines.map((line) => {
  const points = [];
  let x = line[1];
  for (let i = 0; i < line.length; i += 2) {
    x += turned(line[i + 1] - x);
    points.push([x, mercator(line[i])]);
  }
  if (areClosed && Math.abs(points.at(-1)[0] - points[0][0]) > 180) {
    // The ring surrounds a pole: close it along the map's edge.
    const edge = mercator(line[0] < 0 ? -85 : 85);
    points.push([points.at(-1)[0], edge], [points[0][0], edge]);
  }
  // Shift the line so that its middle is on the map.
  let [least, greatest] = [Infinity, -Infinity];
  for (const [x] of points) [least, greatest] = [Math.min(least, x), Math.max(greatest, x)];
  const shift = 360 * Math.round((least + greatest) / 720);
  for (const place of points) place[0] -= shift;
  return points;
});

/// The lines as one path, without points closer to the last one than `detail` degrees.
const path = (lines, detail, areClosed) => {
  const all = new Path2D();
  for (const line of lines) {
    let [lastX, lastY] = [Infinity, Infinity];
    let count = 0;
    line.forEach(([x, y], i) => {
      const isNear = Math.abs(x - lastX) < detail && Math.abs(y - lastY) < detail;
      if (isNear && i < line.length - 1) return;
      count++ ? all.lineTo(x, -y) : all.moveTo(x, -y);
      [lastX, lastY] = [x, y];
    });
    if (areClosed) all.closePath();
  }
  return all;
};

const outlines = (areBorders) => {
  const all = numbers(cairn.outlines(areBorders)).slice();
  const lines = [];
  for (let i = 0; i < all.length; i += 1 + 2 * all[i]) {
    lines.push(all.subarray(i + 1, i + 1 + 2 * all[i]));
  }
  return drawn(lines, !areBorders);
};
const [land, borders] = [outlines(0), outlines(1)];
const levels = [0.4, 0.1, 0.02, 0].map((detail) => ({
  detail, land: path(land, detail, true), borders: path(borders, detail, false),
}));

const canvas = document.getElementById("map");
const context = canvas.getContext("2d");
const ground = document.createElement("canvas");
const resolved = (name) => {
  // Custom properties keep `light-dark()` unresolved; a computed color does not.
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${name})`;
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
};
let colors = {};

const view = { x: 10, y: mercator(48), scale: 24 };
const point = { latitude: 48.2, longitude: 16.37 };
const pixels = () => [canvas.clientWidth, canvas.clientHeight];

const screen = (latitude, longitude) => {
  const [width, height] = pixels();
  return [
    width / 2 + turned(longitude - view.x) * view.scale,
    height / 2 - (mercator(latitude) - view.y) * view.scale,
  ];
};
const coordinate = (x, y) => {
  const [width, height] = pixels();
  return {
    latitude: latitudeOf(view.y - (y - height / 2) / view.scale),
    longitude: turned(view.x + (x - width / 2) / view.scale),
  };
};

/// Draws land, borders and cities; called only after the map has moved.
const drawGround = () => {
  const [width, height] = pixels();
  const ratio = devicePixelRatio;
  ground.width = canvas.width = Math.round(width * ratio);
  ground.height = canvas.height = Math.round(height * ratio);
  const to = ground.getContext("2d");
  to.fillStyle = colors["--sea"];
  to.fillRect(0, 0, ground.width, ground.height);
  const level = levels.find((level) => level.detail * view.scale < 1) ?? levels.at(-1);
  for (let turn = -2; turn <= 2; turn++) {
    const middle = width / 2 + (360 * turn - view.x) * view.scale;
    if (middle - 360 * view.scale > width || middle + 360 * view.scale < 0) continue;
    const scale = view.scale * ratio;
    to.setTransform(scale, 0, 0, scale, middle * ratio, (height / 2 + view.y * view.scale) * ratio);
    to.fillStyle = colors["--land"];
    to.fill(level.land, "evenodd");
    to.lineWidth = 0.7 / view.scale;
    to.strokeStyle = colors["--border"];
    to.stroke(level.land);
    to.stroke(level.borders);
  }
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.fillStyle = colors["--city"];
  // Smaller cities appear at larger scales. Cities are sorted by size, the largest first.
  const least = 4e6 / view.scale ** 1.4;
  for (const city of cities) {
    if (city.inhabitants < least) break;
    const [x, y] = screen(city.latitude, city.longitude);
    if (x > 0 && x < width && y > 0 && y < height) to.fillRect(x - 1, y - 1, 2, 2);
  }
};

/// Draws a line through places, without strokes from one edge of the map to the other.
const stroke = (places) => {
  context.beginPath();
  let last = Infinity;
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = screen(places[i], places[i + 1]);
    Math.abs(x - last) < 180 * view.scale ? context.lineTo(x, y) : context.moveTo(x, y);
    last = x;
  }
  context.stroke();
};
const dot = (latitude, longitude, radius) => {
  const [x, y] = screen(latitude, longitude);
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
};

// MARK: The answers

const shown = (id, value) => {
  const element = document.getElementById(id);
  if (element.textContent !== value) element.textContent = value;
};
const thousands = new Intl.NumberFormat("en");
const times = [];

const answer = () => {
  const { latitude, longitude } = point;
  const radius = 1000 * document.getElementById("radius").value;
  const stopCount = Math.max(2, Math.min(60, +document.getElementById("stops").value || 2));
  const began = performance.now();
  const letters = cairn.countryAt(latitude, longitude);
  const country = letters ? text(cairn.countryNameAt(latitude, longitude)) : "";
  const count = cairn.countWithin(latitude, longitude, radius);
  const nearest = numbers(3 * cairn.nearest(latitude, longitude, 8, 0)).slice();
  const near = numbers(3 * cairn.nearest(latitude, longitude, stopCount, 1e5)).slice();
  const stops = [point];
  for (let i = 0; i < near.length; i += 3) stops.push(cities[near[i]]);
  numbers(2 * stops.length).set(stops.flatMap((stop) => [stop.latitude, stop.longitude]));
  const length = cairn.route(stops.length);
  const order = numbers(stops.length).slice();
  const time = performance.now() - began;
  if (times.push(time) > 31) times.shift();
  const median = times.toSorted((a, b) => a - b)[times.length >> 1];

  const flag = letters
    ? String.fromCodePoint(0x1F1A5 + (letters >> 8), 0x1F1A5 + (letters & 255)) + " " : "";
  shown("country", flag + (country || "no country"));
  shown("place", `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`);
  shown("meters", `${thousands.format(radius / 1000)} km`);
  shown("count", `${thousands.format(count)} of ${thousands.format(cities.length)} cities`);
  const rows = document.getElementById("nearest");
  while (rows.rows.length < nearest.length / 3) {
    for (let i = 0, row = rows.insertRow(); i < 3; i++) row.insertCell();
  }
  for (let i = 0; i < nearest.length; i += 3) {
    const cells = rows.rows[i / 3].cells;
    const values = [
      cities[nearest[i]].name, (nearest[i + 1] / 1000).toFixed(1), nearest[i + 2].toFixed(0)];
    values.forEach((value, cell) => {
      if (cells[cell].textContent !== value) cells[cell].textContent = value;
    });
  }
  shown("route", `${thousands.format(Math.round(length / 1000))} km through ${stops.length} stops`);
  shown("time", `answered in ${median.toFixed(1)} ms`);
  return { radius, nearest, tour: [...order].map((stop) => stops[stop]) };
};

const drawAnswers = ({ radius, nearest, tour }) => {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(ground, 0, 0);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.lineJoin = "round";
  context.lineWidth = 1.5;
  context.strokeStyle = colors["--near"];
  const points = cairn.circle(point.latitude, point.longitude, radius, 180);
  stroke(numbers(2 * points).slice());
  context.fillStyle = colors["--near"];
  for (let i = 0; i < nearest.length; i += 3) {
    const city = cities[nearest[i]];
    dot(city.latitude, city.longitude, 3.5);
  }
  context.strokeStyle = colors["--route"];
  context.lineWidth = 2;
  tour.forEach((stop, i) => {
    const next = tour[(i + 1) % tour.length];
    numbers(4).set([stop.latitude, stop.longitude, next.latitude, next.longitude]);
    stroke(numbers(2 * cairn.line(24)).slice());
  });
  context.fillStyle = colors["--route"];
  for (const stop of tour) dot(stop.latitude, stop.longitude, 4);
  context.fillStyle = colors["--near"];
  dot(point.latitude, point.longitude, 9);
};

// MARK: Frames, pointers, keys

let [isMoved, isAsked] = [true, true];
const frame = () => {
  if (isMoved) {
    for (const name of ["--sea", "--land", "--border", "--city", "--near", "--route"]) {
      colors[name] = resolved(name);
    }
    drawGround();
  }
  if (isMoved || isAsked) drawAnswers(answer());
  isMoved = isAsked = false;
  requestAnimationFrame(frame);
};

const zoom = (factor, x, y) => {
  const before = coordinate(x, y);
  view.scale = Math.max(pixels()[0] / 360, Math.min(4000, view.scale * factor));
  const after = coordinate(x, y);
  view.x += turned(before.longitude - after.longitude);
  view.y += mercator(before.latitude) - mercator(after.latitude);
  isMoved = true;
};
const move = (latitude, longitude) => {
  point.latitude = Math.max(-90, Math.min(90, latitude));
  point.longitude = turned(longitude);
  isAsked = true;
  // If the point leaves the map, center the map on it.
  const [width, height] = pixels();
  const [x, y] = screen(point.latitude, point.longitude);
  if (x < 0 || x > width || y < 0 || y > height) {
    [view.x, view.y, isMoved] = [point.longitude, mercator(point.latitude), true];
  }
};

let held = null;
canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  const [x, y] = screen(point.latitude, point.longitude);
  const isPoint = Math.hypot(event.offsetX - x, event.offsetY - y) < 24;
  held = { isPoint, x: event.offsetX, y: event.offsetY };
});
canvas.addEventListener("pointermove", (event) => {
  if (!held) return;
  if (held.isPoint) {
    const { latitude, longitude } = coordinate(event.offsetX, event.offsetY);
    move(latitude, longitude);
  } else {
    view.x -= (event.offsetX - held.x) / view.scale;
    view.y = Math.max(-180, Math.min(180, view.y + (event.offsetY - held.y) / view.scale));
    [held.x, held.y] = [event.offsetX, event.offsetY];
    isMoved = true;
  }
});
for (const name of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(name, () => { held = null; });
}
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
}, { passive: false });
canvas.addEventListener("keydown", (event) => {
  const step = 10 / view.scale;
  const { latitude, longitude } = point;
  const steps = {
    ArrowUp: [step, 0], ArrowDown: [-step, 0], ArrowLeft: [0, -step], ArrowRight: [0, step],
  };
  const [width, height] = pixels();
  if (steps[event.key]) move(latitude + steps[event.key][0], longitude + steps[event.key][1]);
  else if (event.key === "+") zoom(1.5, width / 2, height / 2);
  else if (event.key === "-") zoom(1 / 1.5, width / 2, height / 2);
  else return;
  event.preventDefault();
});
for (const [id, factor] of [["closer", 1.5], ["farther", 1 / 1.5]]) {
  document.getElementById(id).addEventListener("click", () => {
    const [width, height] = pixels();
    zoom(factor, width / 2, height / 2);
  });
}
for (const id of ["radius", "stops"]) {
  document.getElementById(id).addEventListener("input", () => { isAsked = true; });
}
new ResizeObserver(() => { isMoved = true; }).observe(canvas);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { isMoved = true; });
requestAnimationFrame(frame);

// For tests in a browser: the digests that the module prints, and the sorted times of `frames` frames
// of a drag around the Earth, each drawn completely.
window.cairn = {
  digests() {
    printed = "";
    cairn._start();
    return printed;
  },
  drag(frames) {
    const times = [];
    for (let i = 0; i < frames; i++) {
      move(48 + 20 * Math.sin(i / 17), 16 + 0.7 * i);
      const began = performance.now();
      drawAnswers(answer());
      context.getImageData(0, 0, 1, 1);
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b);
  },
};
