// What stands on a place, as a drawing. Knows looks and heights, and no game.
import { svg } from './dom.js';

const RADIUS = 40;
// A higher stack is drawn no higher; its number tells.
const LAYERS = 6;
const STEP = 6;

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
