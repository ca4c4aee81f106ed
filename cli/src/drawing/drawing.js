// A board as it looks, wherever one is shown: its ground, its pieces, its last move. Knows geometry, looks
// and heights, and no game.

// A name, not an address.
const SVG = 'http://www.w3.org/2000/svg';
const HEXAGON = [[0, -57.7], [50, -28.9], [50, 28.9], [0, 57.7], [-50, 28.9], [-50, -28.9]];
const RADIUS = 40;
// A higher stack is drawn no higher; its number tells.
const LAYERS = 6;
const STEP = 6;

// Text is set as text.
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.flat().filter(Boolean));
  return made;
}

// A hexagon around a point, larger or smaller than a place.
export const hexagon = ({ x, y }, scale = 1) => HEXAGON.map(([right, down]) => `${x + right * scale},${y + down * scale}`).join(' ');

const span = (points, axis, pad) => [Math.min(...points.map(p => p[axis])) - pad, Math.max(...points.map(p => p[axis])) + pad];
const reach = ({ places }) => {
  const middles = places.map(({ at }) => at);
  return [span(middles, 'x', 62), span(middles, 'y', 66)];
};

// All that a board takes up, with what is written around it.
export function box(geometry) {
  const { places, labels, dots } = geometry, all = [...places, ...labels].map(({ at }) => at).concat(dots);
  const [[left, right], [top, bottom]] = reach(geometry), [x0, x1] = span(all, 'x', 42), [y0, y1] = span(all, 'y', 42);
  const [x, y] = [Math.min(left, x0), Math.min(top, y0)];
  return { x, y, width: Math.max(right, x1) - x, height: Math.max(bottom, y1) - y };
}

// The colours of pieces, which lie in the light.
export function shades() {
  const shade = (id, ...stops) => svg('radialGradient', { id, cx: '38%', cy: '32%', r: '75%' },
    stops.map(([offset, name]) => svg('stop', { offset, class: name })));
  return svg('defs', {}, ['black', 'white', 'neutral'].map(look =>
    shade(`shade-${look}`, ['0', `${look}-light`], ['1', `${look}-dark`])));
}

export function ground(geometry) {
  const { ground: kind, places, lines, labels, dots } = geometry;
  const group = svg('g', { class: 'ground', 'aria-hidden': 'true' });
  group.style.setProperty('--width', box(geometry).width);
  if (kind !== 'hexagons') {
    const [[left, right], [top, bottom]] = reach(geometry), [x, y] = kind === 'squares' ? [12, 16] : [0, 0];
    const [width, height] = [right - left - 2 * x, bottom - top - 2 * y];
    group.append(svg('rect', { class: 'wood', x: left + x, y: top + y, width, height, rx: 10 }));
  }
  for (const { at } of places) {
    if (kind === 'squares') group.append(svg('rect', { class: 'cell', x: at.x - 50, y: at.y - 50, width: 100, height: 100 }));
    if (kind === 'hexagons') group.append(svg('polygon', { class: 'cell', points: hexagon(at) }));
  }
  for (const [from, to] of lines.map(line => line.map(number => places[number].at))) {
    group.append(svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
  }
  for (const at of dots) group.append(svg('circle', { class: 'star', cx: at.x, cy: at.y, r: kind === 'lines' ? 9 : 6 }));
  for (const { text, at } of labels) group.append(svg('text', { class: 'label', x: at.x, y: at.y }, text));
  return group;
}

export const stands = piece => piece.height > 0;

function disc(look, y, top) {
  return svg('g', { class: `disc ${look}`, transform: `translate(0 ${y})` },
    svg('circle', { class: 'rim', cy: 3, r: RADIUS }),
    svg('circle', { class: 'face', r: RADIUS }),
    top && svg('circle', { class: 'shine', r: RADIUS - 5 }));
}

// A piece around the point 0, 0.
export function drawn(piece) {
  const group = svg('g', { class: 'piece' });
  if (!stands(piece)) return group;
  const layers = Math.min(piece.height, LAYERS);
  const lift = layers > 1 ? -STEP * (layers - 1) / 2 : 0;
  group.append(svg('ellipse', { class: 'shadow', cx: 3, cy: 6 - lift, rx: RADIUS, ry: RADIUS }));
  for (let layer = 0; layer < layers; layer++) {
    group.append(disc(piece.look, -lift - STEP * layer, layer === layers - 1));
  }
  const y = -lift - STEP * (layers - 1);
  if (piece.special && piece.look !== 'neutral') group.append(svg('circle', { class: 'special', cy: y, r: RADIUS - 8 }));
  if (piece.label) group.append(svg('text', { class: `height ${piece.look}`, y: y + 1 }, piece.label));
  return group;
}

// Around a place.
export function ring({ ground: kind }, at, name) {
  const attributes = { class: `ring ${name}` };
  if (kind === 'hexagons') return svg('polygon', { ...attributes, points: hexagon(at, 0.94) });
  return kind === 'squares' ? svg('rect', { ...attributes, x: at.x - 47, y: at.y - 47, width: 94, height: 94, rx: 6 })
    : svg('circle', { ...attributes, cx: at.x, cy: at.y, r: 46 });
}

// What marks the last move and the places that are refused, under the pieces and over them: how to draw
// each, by what it shows.
export function marks(geometry, pieces, last, refused) {
  const under = new Map(), over = new Map();
  const at = number => geometry.places[number].at, end = last[last.length - 1];
  if (last.length > 1) {
    const [from, to] = [at(last[0]), at(end)];
    under.set(`way ${last[0]} ${end}`, () => svg('line', { class: 'way', x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
  }
  for (const number of last) under.set(`last ${number}`, () => ring(geometry, at(number), 'last'));
  // On a plain piece the last move is a dot, which does not hide behind it.
  if (end !== undefined && stands(pieces[end]) && !pieces[end].label) {
    const name = `spot ${pieces[end].look}`;
    over.set(`${name} ${end}`, () => svg('circle', { class: name, cx: at(end).x, cy: at(end).y, r: 9 }));
  }
  for (const number of refused) {
    const { x, y } = at(number);
    over.set(`refused ${number}`, () => svg('path', { class: 'refused', d: `M${x - 14} ${y - 14}l28 28m0-28l-28 28` }));
  }
  return { under, over };
}
