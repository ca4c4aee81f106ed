// A game's own page, in as much of Markdown as is written there. All of it is set as text, never read as
// HTML.
import { el } from './dom.js';

const MARKED = /(\*\*.+?\*\*|`[^`]+`|\*[^\s*][^*]*\*)/;
const NAMES = { '**': 'strong', '*': 'em', '`': 'code' };

// Words with elements in the place of marks.
const words = text => text.split(MARKED).map((part, number) => {
  if (number % 2 === 0) return part;
  const mark = part.startsWith('**') ? '**' : part[0];
  const inside = part.slice(mark.length, -mark.length);
  return el(NAMES[mark], {}, mark === '`' ? inside : words(inside));
});

const kind = line => (line.startsWith('#') ? 'heading' : line.startsWith('    ') ? 'drawing' : line.startsWith('|') ? 'table'
  : /^(- |\d+\. )/.test(line) ? 'item' : 'words');
// Whether a line belongs to what the lines before it have begun.
const goesOn = (before, own) => (own === 'words' ? ['words', 'item'].includes(before) : own === before && ['drawing', 'table'].includes(own));
// An empty cell is no heading.
const row = (line, name) => el('tr', {}, line.split('|').slice(1, -1).map(cell => el(cell.trim() ? name : 'td', {}, words(cell.trim()))));
const said = lines => words(lines.map(line => line.trim()).join(' '));

const MADE = {
  heading: ([line]) => el(`h${line.search(/[^#]/)}`, {}, words(line.replace(/^#+ */, ''))),
  // As it stands there: what is drawn depends on its columns.
  drawing: lines => el('pre', {}, lines.map(line => line.slice(4)).join('\n')),
  table: ([head, , ...rest]) => el('table', {}, row(head, 'th'), rest.map(line => row(line, 'td'))),
  item: ([first, ...rest]) => el('p', { class: 'item' }, said([first.replace(/^- /, '• '), ...rest])),
  words: lines => el('p', {}, said(lines)),
};

export function markdown(text) {
  const blocks = [];
  let open;
  for (const line of text.split('\n')) {
    const own = line.trim() && kind(line);
    if (own && open && goesOn(open.kind, own)) open.lines.push(line);
    else open = own ? { kind: own, lines: [line] } : undefined;
    if (open?.lines.length === 1) blocks.push(open);
  }
  return blocks.map(({ kind, lines }) => MADE[kind](lines));
}
