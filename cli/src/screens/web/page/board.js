// A board as it is drawn from its geometry, looked at, clicked on and walked over with keys. Knows no game.
import { svg } from './dom.js';
import { drawn, stands } from './pieces.js';

const HEXAGON = [[0, -57.7], [50, -28.9], [50, 28.9], [0, 57.7], [-50, 28.9], [-50, -28.9]];
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const COME = 90; // ms by which pieces turn after one another, with their distance

// Drawings over or under the pieces, by what they show. Those that are still wanted are left alone: of
// hundreds of dots a move changes one.
class Layer {
  constructor(name) {
    this.group = svg('g', { class: name, 'aria-hidden': 'true' });
    this.drawings = new Map();
  }

  // `wanted` tells how to draw each.
  show(wanted) {
    for (const [shows, drawing] of this.drawings) {
      if (wanted.has(shows)) continue;
      drawing.remove();
      this.drawings.delete(shows);
    }
    for (const [shows, draw] of wanted) {
      if (this.drawings.has(shows)) continue;
      const drawing = draw();
      this.group.append(drawing);
      this.drawings.set(shows, drawing);
    }
  }
}

export class Board {
  // `act` is told the number of a place that was clicked.
  constructor(geometry, act) {
    this.geometry = geometry;
    this.cursor = Math.floor(geometry.places.length / 2);
    this.svg = svg('svg', { class: `board ${geometry.ground}`, role: 'group', 'aria-roledescription': 'board' });
    this.places = geometry.places.map((place, number) => this.place(place, number, act));
    [this.under, this.dots, this.over] = ['under', 'over', 'over'].map(name => new Layer(name));
    this.pieces = svg('g');
    this.gradients = this.shades();
    this.turned = false;
    this.layOut();
    this.svg.addEventListener('keydown', event => this.key(event, act));
    if (this.places.length) this.places[this.cursor].group.setAttribute('tabindex', 0);
  }

  // Everything where the geometry has it.
  layOut() {
    const { places, labels, dots } = this.geometry;
    const reach = places.map(({ at }) => at), all = [...reach, ...labels.map(({ at }) => at), ...dots];
    const span = (points, axis, pad) => [Math.min(...points.map(p => p[axis])) - pad, Math.max(...points.map(p => p[axis])) + pad];
    const [left, right] = span(reach, 'x', 62), [top, bottom] = span(reach, 'y', 66);
    const [x0, x1] = span(all, 'x', 34), [y0, y1] = span(all, 'y', 34);
    const box = [Math.min(left, x0), Math.min(top, y0), Math.max(right, x1), Math.max(bottom, y1)];
    this.box = { x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1] };
    this.ratio = this.box.width / this.box.height;
    this.svg.setAttribute('viewBox', `${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`);
    this.places.forEach((place, number) => {
      place.at = places[number].at;
      place.group.setAttribute('transform', `translate(${place.at.x} ${place.at.y})`);
    });
    // Whoever has it read out hears it row by row, from the top.
    const rows = [...this.places].sort((one, other) => one.at.y - other.at.y || one.at.x - other.at.x);
    this.pieces.replaceChildren(...rows.map(({ group }) => group));
    this.svg.replaceChildren(this.gradients, this.ground(left, top, right, bottom),
      this.under.group, this.pieces, this.dots.group, this.over.group);
  }

  // The other way up: what was the lowest row is the highest, and columns stay.
  turn() {
    const { places, labels, dots, beside } = this.geometry;
    const other = ({ x, y }) => ({ x, y: -y }), turned = thing => ({ ...thing, at: other(thing.at) });
    this.geometry = {
      ...this.geometry, places: places.map(turned), labels: labels.map(turned), dots: dots.map(other),
      beside: beside.map(([left, right, up, down]) => [left, right, down, up]),
    };
    this.turned = !this.turned;
    // What is drawn again would come once more.
    for (const leaving of this.pieces.querySelectorAll('.goes, .turns-away')) leaving.remove();
    for (const come of this.pieces.querySelectorAll('.comes, .turns-up')) come.classList.remove('comes', 'turns-up');
    for (const layer of [this.under, this.dots, this.over]) layer.show(new Map());
    this.layOut();
    if (this.marked) this.drawMarks(this.marked);
  }

  shades() {
    const shade = (id, ...stops) => svg('radialGradient', { id, cx: '38%', cy: '32%', r: '75%' },
      stops.map(([offset, name]) => svg('stop', { offset, class: name })));
    return svg('defs', {}, ['black', 'white', 'neutral'].map(look =>
      shade(`shade-${look}`, ['0', `${look}-light`], ['1', `${look}-dark`])));
  }

  ground(left, top, right, bottom) {
    const { ground, places, lines, labels, dots } = this.geometry;
    const group = svg('g', { class: 'ground', 'aria-hidden': 'true' });
    if (ground !== 'hexagons') {
      const [x, y] = ground === 'squares' ? [12, 16] : [0, 0];
      const [width, height] = [right - left - 2 * x, bottom - top - 2 * y];
      group.append(svg('rect', { class: 'wood', x: left + x, y: top + y, width, height, rx: 10 }));
    }
    for (const { at } of places) {
      if (ground === 'squares') group.append(svg('rect', { class: 'cell', x: at.x - 50, y: at.y - 50, width: 100, height: 100 }));
      if (ground === 'hexagons') {
        group.append(svg('polygon', { class: 'cell', points: HEXAGON.map(([x, y]) => `${at.x + x},${at.y + y}`).join(' ') }));
      }
    }
    for (const [from, to] of lines.map(line => line.map(number => places[number].at))) {
      group.append(svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    }
    for (const at of dots) group.append(svg('circle', { class: 'star', cx: at.x, cy: at.y, r: ground === 'lines' ? 9 : 6 }));
    for (const { text, at } of labels) group.append(svg('text', { class: 'label', x: at.x, y: at.y }, text));
    return group;
  }

  place({ name }, number, act) {
    const stand = svg('g', { class: 'stand' });
    const [edge, hit] = ['edge', 'hit'].map(part => (this.geometry.ground === 'hexagons'
      ? svg('polygon', { class: part, points: HEXAGON.map(point => point.join(',')).join(' ') })
      : svg('rect', { class: part, x: -50, y: -50, width: 100, height: 100 })));
    const group = svg('g', { class: 'place', role: 'button', tabindex: -1, 'data-place': name }, stand, edge, hit);
    group.addEventListener('focus', () => this.go(number, false));
    group.addEventListener('click', () => { this.go(number, false); act(number); });
    return { group, stand, name };
  }

  key(event, act) {
    // What goes with them is the browser's.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS.indexOf(event.key);
    if (arrow >= 0) {
      const next = this.geometry.beside[this.cursor][arrow];
      if (next !== null) this.go(next, true);
    } else if (event.key === 'Enter' || event.key === ' ') act(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go(number, focus) {
    this.places[this.cursor].group.setAttribute('tabindex', -1);
    this.cursor = number;
    this.places[number].group.setAttribute('tabindex', 0);
    if (focus) this.places[number].group.focus();
  }

  // Shows a position. Where pieces came, went or turned over, that is to be seen.
  show(view, moving) {
    const before = this.shown;
    const now = view.pieces.map(number => view.kinds[number]);
    const origin = view.last.length ? this.places[view.last[view.last.length - 1]].at : undefined;
    this.places.forEach(({ stand, at, group }, number) => {
      const [old, piece] = [before && before[number], now[number]];
      group.classList.toggle('gone', piece.look === 'gone');
      if (old && JSON.stringify(old) === JSON.stringify(piece)) return;
      const made = drawn(piece);
      stand.replaceChildren(made);
      if (!before || !moving || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const far = origin ? Math.hypot(at.x - origin.x, at.y - origin.y) / 100 : 0;
      this.animate(stand, made, old, piece, Math.round(far * COME));
    });
    this.shown = now;
  }

  animate(stand, made, old, piece, delay) {
    const leaving = stands(old) ? drawn(old) : undefined;
    const turned = leaving && stands(piece) && old.look !== piece.look && old.height === piece.height;
    if (leaving) {
      leaving.classList.add(turned ? 'turns-away' : 'goes');
      if (turned) leaving.style.animationDelay = `${delay}ms`;
      stand.append(leaving);
      leaving.addEventListener('animationend', () => leaving.remove());
    }
    if (!stands(piece)) return;
    made.classList.add(turned ? 'turns-up' : 'comes');
    if (turned) made.style.animationDelay = `${delay + 130}ms`;
  }

  // Marks places: `last` move, `next` ones that can be clicked, `picked` ones, `hint`s and `refused` ones
  // with reasons.
  mark(marks) {
    this.marked = marks;
    this.drawMarks(marks);
  }

  drawMarks({ last = [], next = [], picked = [], hint = [], refused = [] }) {
    const at = number => this.places[number].at;
    const taken = number => stands(this.shown[number]);
    const under = new Map(), over = new Map(), dots = new Map();
    const ring = (layer, number, name) => layer.set(`${name} ${number}`, () => this.ring(number, name));
    const end = last[last.length - 1];
    if (last.length > 1) {
      const [from, to] = [at(last[0]), at(end)];
      under.set(`way ${last[0]} ${end}`, () => svg('line', { class: 'way', x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    }
    for (const number of last) ring(under, number, 'last');
    for (const number of picked) ring(over, number, 'picked');
    for (const number of hint) ring(over, number, 'hint');
    // On a plain piece the last move is a dot, which does not hide behind it.
    if (end !== undefined && taken(end) && !this.shown[end].label) {
      const name = `spot ${this.shown[end].look}`;
      over.set(`${name} ${end}`, () => svg('circle', { class: name, cx: at(end).x, cy: at(end).y, r: 9 }));
    }
    for (const { place } of refused) {
      const { x, y } = at(place);
      over.set(`refused ${place}`, () => svg('path', { class: 'refused', d: `M${x - 14} ${y - 14}l28 28m0-28l-28 28` }));
    }
    // Where almost every place will do, dots would hide the board.
    const [name, r] = next.length > this.places.length / 2 ? ['legal many', 6] : ['legal', 13];
    for (const number of next) {
      if (taken(number)) ring(dots, number, 'movable');
      else dots.set(`${name} ${number}`, () => svg('circle', { class: name, cx: at(number).x, cy: at(number).y, r }));
    }
    this.under.show(under);
    this.over.show(over);
    // While nobody may play they are only hidden: most of them come back with the next turn.
    this.dots.group.setAttribute('visibility', next.length ? 'inherit' : 'hidden');
    if (next.length) this.dots.show(dots);
    this.label(new Set(next), new Map(refused.map(({ place, reason }) => [place, reason])));
  }

  // Whether a move is on its way: meanwhile nothing can be done here.
  get waits() { return this.svg.hasAttribute('aria-busy'); }

  set waits(waits) {
    if (waits) this.svg.setAttribute('aria-busy', 'true');
    else this.svg.removeAttribute('aria-busy');
  }

  // What is said of each place. Of hundreds hardly any changes with a move.
  label(offered, reasons) {
    this.places.forEach(({ group, name }, number) => {
      group.classList.toggle('can', offered.has(number));
      const [can, cannot] = [offered.has(number) ? ', playable' : '', reasons.has(number) ? `, not playable: ${reasons.get(number)}` : ''];
      const said = `${name}, ${this.shown[number].spoken}${can}${cannot}`;
      if (group.getAttribute('aria-label') !== said) group.setAttribute('aria-label', said);
    });
  }

  ring(number, name) {
    const { x, y } = this.places[number].at, attributes = { class: `ring ${name}` };
    if (this.geometry.ground === 'hexagons') {
      return svg('polygon', { ...attributes, points: HEXAGON.map(([a, b]) => `${x + a * 0.94},${y + b * 0.94}`).join(' ') });
    }
    return this.geometry.ground === 'squares' ? svg('rect', { ...attributes, x: x - 47, y: y - 47, width: 94, height: 94, rx: 6 })
      : svg('circle', { ...attributes, cx: x, cy: y, r: 46 });
  }

  // Everything that stands on the board, for who cannot see it.
  spoken() {
    const there = this.shown.flatMap((piece, number) => (stands(piece) ? [`${this.places[number].name} ${piece.spoken}`] : []));
    return there.length ? there.join(', ') : 'The board is empty.';
  }
}
