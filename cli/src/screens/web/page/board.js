// A board that is looked at, clicked on and walked over with keys. Knows no game.
import { box, drawn, ground, hexagon, marks, ring, shades, stands, svg } from './drawing.js';

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
    this.gradients = shades();
    this.turned = false;
    this.layOut();
    this.svg.addEventListener('keydown', event => this.key(event, act));
    if (this.places.length) this.places[this.cursor].group.setAttribute('tabindex', 0);
  }

  // Everything where the geometry has it.
  layOut() {
    const { places } = this.geometry;
    this.box = box(this.geometry);
    this.ratio = this.box.width / this.box.height;
    this.svg.setAttribute('viewBox', `${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`);
    this.places.forEach((place, number) => {
      place.at = places[number].at;
      place.group.setAttribute('transform', `translate(${place.at.x} ${place.at.y})`);
    });
    // Whoever has it read out hears it row by row, from the top.
    const rows = [...this.places].sort((one, other) => one.at.y - other.at.y || one.at.x - other.at.x);
    this.pieces.replaceChildren(...rows.map(({ group }) => group));
    this.svg.replaceChildren(this.gradients, ground(this.geometry),
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

  place({ name }, number, act) {
    const stand = svg('g', { class: 'stand' });
    const [edge, hit] = ['edge', 'hit'].map(part => (this.geometry.ground === 'hexagons'
      ? svg('polygon', { class: part, points: hexagon({ x: 0, y: 0 }) })
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
    const { under, over } = marks(this.geometry, this.shown, last, refused.map(({ place }) => place)), dots = new Map();
    const around = (layer, number, name) => layer.set(`${name} ${number}`, () => ring(this.geometry, at(number), name));
    for (const number of picked) around(over, number, 'picked');
    for (const number of hint) around(over, number, 'hint');
    // Where almost every place will do, dots would hide the board.
    const [name, r] = next.length > this.places.length / 2 ? ['legal many', 6] : ['legal', 13];
    for (const number of next) {
      if (taken(number)) around(dots, number, 'movable');
      else dots.set(`${name} ${number}`, () => svg('circle', { class: name, cx: at(number).x, cy: at(number).y, r }));
    }
    this.under.show(under);
    this.over.show(over);
    // While nobody may play they are only hidden: most of them come back with the next turn.
    this.dots.group.setAttribute('visibility', next.length ? 'inherit' : 'hidden');
    if (next.length) this.dots.show(dots);
    this.label(new Set(next), new Map(refused.map(({ place, reason }) => [place, reason])), [[picked, ', picked'], [last, ', last move']]);
  }

  // Whether a move is on its way: meanwhile nothing can be done here.
  get waits() { return this.svg.hasAttribute('aria-busy'); }

  set waits(waits) {
    if (waits) this.svg.setAttribute('aria-busy', 'true');
    else this.svg.removeAttribute('aria-busy');
  }

  // What is said of each place. Of hundreds hardly any changes with a move.
  label(offered, reasons, marked) {
    this.places.forEach(({ group, name }, number) => {
      group.classList.toggle('can', offered.has(number));
      const [can, cannot] = [offered.has(number) ? ', playable' : '', reasons.has(number) ? `, not playable: ${reasons.get(number)}` : ''];
      const more = marked.map(([places, told]) => (places.includes(number) ? told : '')).join('');
      const said = `${name}, ${this.shown[number].spoken}${can}${cannot}${more}`;
      if (group.getAttribute('aria-label') !== said) group.setAttribute('aria-label', said);
    });
  }

  // Everything that stands on the board, for who cannot see it.
  spoken() {
    const there = this.shown.flatMap((piece, number) => (stands(piece) ? [`${this.places[number].name} ${piece.spoken}`] : []));
    return there.length ? there.join(', ') : 'The board is empty.';
  }
}
