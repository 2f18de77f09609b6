/// The script of a page: it moves and zooms the map, finds room for names, and tells places.
///
/// It stands in the page as it is here, without a library.
internal enum HTMLScript {
  static let text = #"""
    "use strict";
    (() => {
      const $ = (id) => document.getElementById(id);
      const view = $("view"), svg = $("svg"), map = $("map"), tip = $("tip"), bar = $("bar");
      const data = JSON.parse($("data").textContent);
      const [left, top, width, height] = data.box;
      const levels = [...map.querySelectorAll(".level")];
      const countries = [...map.querySelectorAll(".c")].map((g) => ({
        g, text: g.firstChild, at: place(g), wide: +g.dataset.w }));
      const marks = levels.map((level) => [...level.querySelectorAll(".s")].map((g) => ({
        g, at: place(g), r: +g.dataset.r || 5, text: g.querySelector(".name") })));
      // The scale of the map (pixels per unit), and the pixel of the unit's zero.
      let w = 1, h = 1, base = 1, k = 1, x = 0, y = 0, waiting = 0;
      let level = Math.min(data.level, levels.length - 1);

      function place(g) {
        const t = g.transform.baseVal.consolidate().matrix;
        return [t.e, t.f];
      }

      function resize() {
        const middle = [(w / 2 - x) / k, (h / 2 - y) / k], zoom = k / base, first = w === 1;
        w = view.clientWidth || 1;
        h = view.clientHeight || 1;
        base = Math.min(w / data.view[2], h / data.view[3]);
        svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
        if (first) return all();
        k = base * zoom;
        x = w / 2 - middle[0] * k;
        y = h / 2 - middle[1] * k;
        draw();
      }

      function all() {
        k = base;
        x = w / 2 - (data.view[0] + data.view[2] / 2) * k;
        y = h / 2 - (data.view[1] + data.view[3] / 2) * k;
        draw();
      }

      const within = (value, low, high) => Math.min(Math.max(value, low), high);

      // Keeps the map on the page: no farther out than it fills it, where it can.
      function bounded(offset, room, start, length) {
        const size = length * k;
        if (size <= room) return (room - size) / 2 - start * k;
        return within(offset, room - (start + length) * k, -start * k);
      }

      function draw() {
        x = bounded(x, w, left, width);
        y = bounded(y, h, top, height);
        map.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
        map.style.setProperty("--i", 1 / k);
        const doublings = Math.round(Math.log2(k * data.unit));
        const next = within(doublings + data.level, 0, levels.length - 1);
        if (next !== level) {
          levels[level].style.display = "none";
          levels[next].style.display = "";
          level = next;
        }
        tip.hidden = true;
        clearTimeout(waiting);
        waiting = setTimeout(names, 90);
        measure();
      }

      function zoom(factor, px = w / 2, py = h / 2) {
        const least = Math.min(base, Math.max(w / width, h / height));
        const next = within(k * factor, least, base * 96);
        x = px - (px - x) * next / k;
        y = py - (py - y) * next / k;
        k = next;
        draw();
      }

      // Shows the names for which there is room; those that come first matter most.
      function names() {
        const taken = [[w - 58, 0, w, 150], [0, h - 40, 180, h]], symbols = [];
        const covers = (list, b) =>
          list.some((t) => t[0] < b[2] && b[0] < t[2] && t[1] < b[3] && b[1] < t[3]);
        const free = (b, first) => b[0] >= 2 && b[2] <= w - 2 && b[1] >= 2 && b[3] <= h - 2 &&
          !covers(taken, b) && (first || !covers(symbols, b));
        const seen = marks[level].map((m) => ({ ...m, px: m.at[0] * k + x, py: m.at[1] * k + y }))
          .filter((m) => m.px > -20 && m.py > -20 && m.px < w + 20 && m.py < h + 20);
        for (const m of marks[level]) if (m.text) m.text.style.display = "none";
        for (const m of seen.slice(0, 800)) {
          symbols.push([m.px - m.r, m.py - m.r, m.px + m.r, m.py + m.r]);
        }
        for (const [number, m] of seen.filter((m) => m.text).slice(0, 250).entries()) {
          m.text.style.display = "";
          const long = m.text.getComputedTextLength(), gap = m.r + 3;
          const spots = [[gap, 4, "start", 0], [-gap, 4, "end", -long],
            [0, -gap - 2, "middle", -long / 2],
            [0, gap + 10, "middle", -long / 2]];
          const fits = (first) => spots.find(([dx, dy, , shift]) => {
            const x = m.px + dx + shift, y = m.py + dy;
            const box = [x, y - 11, x + long, y + 3];
            return free(box, first) && taken.push(box);
          });
          const spot = fits(false) || (number === 0 && fits(true));
          if (!spot) { m.text.style.display = "none"; continue; }
          m.text.setAttribute("x", spot[0]);
          m.text.setAttribute("y", spot[1]);
          m.text.setAttribute("text-anchor", spot[2]);
        }
        for (const c of countries) {
          c.text.style.display = "";
          const long = c.text.getComputedTextLength();
          const px = c.at[0] * k + x, py = c.at[1] * k + y;
          const box = [px - long / 2, py - 8, px + long / 2, py + 8];
          if (c.wide * k > long && free(box)) taken.push(box); else c.text.style.display = "none";
        }
      }

      // Draws a scale that is true at the lower left, where it stands.
      function measure() {
        const steps = 16;
        const cx = ((60 - x) / k - left) / width * steps;
        const cy = ((h - 16 - y) / k - top) / height * steps;
        const i = within(Math.floor(cx), 0, steps - 1), j = within(Math.floor(cy), 0, steps - 1);
        const fx = within(cx - i, 0, 1), fy = within(cy - j, 0, 1);
        const at = (a, b) => data.scale[b * (steps + 1) + a];
        const corners = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
        bar.hidden = corners.some((c) => !c) || cx < 0 || cy < 0 || cx > steps || cy > steps;
        if (bar.hidden) return;
        const metres = (corners[0] * (1 - fx) * (1 - fy) + corners[1] * fx * (1 - fy) +
          corners[2] * (1 - fx) * fy + corners[3] * fx * fy) / 100 / k;
        const most = metres * Math.min(150, w * 0.35), power = 10 ** Math.floor(Math.log10(most));
        const round = [5, 2, 1].find((n) => n * power <= most) * power;
        bar.style.width = `${round / metres}px`;
        bar.textContent = round < 1000 ? `${+round.toFixed(2)} m` : `${round / 1000} km`;
      }

      function tell(px, py, reach) {
        let best = null, least = reach * reach;
        for (const p of data.places) {
          const dx = p[0] * k + x - px, dy = p[1] * k + y - py, d = dx * dx + dy * dy;
          if (d <= least) { least = d; best = p; }
        }
        tip.hidden = !best;
        if (!best) return;
        const kind = data.kinds[best[2]];
        tip.textContent = best[3] + (kind ? ` (${kind})` : "");
        const bx = best[0] * k + x, by = best[1] * k + y;
        tip.style.left = `${within(bx - tip.offsetWidth / 2, 4, w - tip.offsetWidth - 4)}px`;
        tip.style.top = `${by > tip.offsetHeight + 16 ? by - tip.offsetHeight - 10 : by + 12}px`;
      }

      const fingers = new Map();
      let moved = 0;
      const spot = (event) => {
        const r = view.getBoundingClientRect();
        return [event.clientX - r.left, event.clientY - r.top];
      };
      view.addEventListener("pointerdown", (event) => {
        if (event.target.closest("button")) return;
        if (fingers.size === 0) moved = 0;
        fingers.set(event.pointerId, spot(event));
        view.setPointerCapture(event.pointerId);
      });
      view.addEventListener("pointermove", (event) => {
        const now = spot(event), before = fingers.get(event.pointerId);
        if (!before) return void (event.pointerType === "mouse" && tell(now[0], now[1], 12));
        moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
        if (fingers.size === 1) {
          if (moved > 3) { x += now[0] - before[0]; y += now[1] - before[1]; draw(); }
        } else {
          const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
          const gap = (p) => Math.max(Math.hypot(p[0] - other[0], p[1] - other[1]), 10);
          x += (now[0] - before[0]) / 2;
          y += (now[1] - before[1]) / 2;
          zoom(gap(now) / gap(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
        }
        fingers.set(event.pointerId, now);
      });
      const lift = (event) => {
        if (fingers.delete(event.pointerId) && moved <= 3 && event.type === "pointerup")
          tell(...spot(event), 24);
      };
      view.addEventListener("pointerup", lift);
      view.addEventListener("pointercancel", lift);
      view.addEventListener("dblclick", (event) => {
        if (!event.target.closest("button")) zoom(event.shiftKey ? 0.5 : 2, ...spot(event));
      });
      view.addEventListener("wheel", (event) => {
        event.preventDefault();
        const lines = event.deltaMode ? 20 : 1;
        zoom(2 ** (-within(event.deltaY * lines, -240, 240) / 240), ...spot(event));
      }, { passive: false });
      view.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = {
          ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80],
        }[event.key];
        if (step) { x += step[0]; y += step[1]; draw(); }
        else if (event.key === "+" || event.key === "=") zoom(1.5);
        else if (event.key === "-" || event.key === "_") zoom(1 / 1.5);
        else if (event.key === "0") all();
        else if (event.key === "Escape") tip.hidden = true;
        else return;
        event.preventDefault();
      });
      $("in").addEventListener("click", () => zoom(1.6));
      $("out").addEventListener("click", () => zoom(1 / 1.6));
      $("all").addEventListener("click", all);
      new ResizeObserver(resize).observe(view);
      resize();
    })();

    """#
}
