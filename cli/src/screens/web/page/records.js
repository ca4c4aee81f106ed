// What comes in and goes out: records, links, results.
import { button, choice, el, fail, field, goTo, say } from './dom.js';
import * as server from './server.js';

// What is chosen by the time of an answer is what is meant: what was asked for before is of no use, be it an
// error.
const changedMeanwhile = pressed => new Error(`Changed meanwhile: press ${pressed} again.`);

export const linkOf = ({ game, variant, size }, position) =>
  `${location.origin}/#/position?${new URLSearchParams({ game, variant, ...(size && { size }), position })}`;

// Exports and the link of a game: a menu, and what brings it up to date while it is open.
export function share(game) {
  let listed;
  const files = el('ul', { class: 'files' });
  const link = el('input', { readonly: true, 'aria-label': 'Link to this position', onfocus: () => link.select() });
  const fill = async () => {
    const address = linkOf(game.state, game.view.position);
    if (link.value !== address) copy.textContent = 'Copy';
    link.value = address;
    // Which formats have room for the game depends on how it went.
    const told = JSON.stringify([game.state.moves, game.state.result, game.state.opening]);
    if (told === listed) return;
    listed = told;
    const formats = await server.exports_(game.id).catch(error => { listed = undefined; throw error; });
    if (told === listed) files.replaceChildren(...formats.map(({ name, extension, summary }) => el('li', {},
      el('a', { href: `/api/games/${game.id}/exports/${name}`, download: true }, `${name} (.${extension})`), ' ',
      el('small', { class: 'faint' }, summary))));
  };
  const copy = button('Copy', async made => {
    link.focus();
    link.select();
    // Pages of another machine, without https, have no clipboard.
    if (navigator.clipboard) await navigator.clipboard.writeText(link.value);
    else if (!document.execCommand('copy')) throw new Error('The browser does not copy here: the link is selected, copy it by its menu.');
    made.textContent = 'Copied';
    say('Copied');
  });
  const refresh = () => { if (menu.open) fill().catch(fail); };
  const menu = el('details', { ontoggle: refresh }, el('summary', {}, 'Save and share'),
    field('A link that carries the position', el('span', { class: 'row' }, link, copy)), el('p', {}, 'The game as a file:'), files);
  return { menu, refresh };
}

// Loads a record, from a file or a text, and goes to its game.
export function loader(about) {
  const variants = about.games.flatMap(({ name, variants }) => variants.map(({ name: variant, size }) => ({ game: name, variant, size })));
  const game = choice('game', [['', 'as it says itself'], ...variants.map(({ game, variant, size }, number) =>
    [number, `${game} ${variant}${size ? ` ${size}×${size}` : ''}`])], '');
  const format = choice('format', [['', 'as the file says'], ...about.formats.map(([name, summary]) => [name, `${name}: ${summary}`])], '');
  const text = el('textarea', { name: 'text', rows: 3, placeholder: '(;GM[4]SZ[15]… or moves, f5d6c3d3c4…, and their game below', spellcheck: 'false' });
  const pick = el('input', { type: 'file', name: 'record' });
  const others = el('div', {});
  let edits = 0;
  const load = async number => {
    const chosen = pick.files[0], asked = edits;
    if (!chosen && !text.value.trim()) throw new Error('Choose a file, or paste a record.');
    const values = { name: chosen ? chosen.name : '', ...variants[game.value], format: format.value, number };
    const loaded = await server.load(chosen || text.value, values).catch(error => { if (asked === edits) throw error; });
    if (asked !== edits) {
      if (loaded) await server.forget(loaded.state.id);
      // Whoever has gone to another page finds no button there.
      if (!text.isConnected) return;
      throw changedMeanwhile(number && others.hasChildNodes() ? 'Study this one' : 'Open');
    }
    if (loaded.games === 1 || number) await goTo(loaded.state.id);
    else { await server.forget(loaded.state.id); offer(loaded); }
  };
  const offer = ({ games, titles }) => {
    const which = choice('number', titles.map((title, number) => [number + 1, title]), 1,
      { size: Math.min(8, titles.length), onchange: () => { if (more) more.value = ''; } });
    // What was said last is meant. No other row is chosen beside a number: to choose it is a change then, by
    // whatever means.
    const more = games > titles.length && el('input', {
      type: 'number', name: 'beyond', min: 1, max: games, oninput: () => { which.value = more.value || 1; },
    });
    const told = more ? `The first ${titles.length} of ${games} games in the file` : `${games} games in the file`;
    const study = button('Study this one', () => load((more && more.value) || which.value), { class: 'primary' });
    others.replaceChildren(field(told, which), more ? field('or the number of any', more) : '', study);
    // Whoever does not see that there is more to be chosen is led to it.
    which.focus();
  };
  // What is pasted is meant, whatever file was chosen before; and the games of what was open before are not
  // those of this.
  const changed = ({ target }) => {
    if (target === text) pick.value = '';
    edits += 1;
    if (!others.contains(target)) others.replaceChildren();
  };
  return el('form', { class: 'card', onsubmit: event => event.preventDefault(), oninput: changed }, el('h2', {}, 'Study a game'),
    el('p', { class: 'faint' }, 'Walk through it, find the mistakes, save it in another format.'),
    field('A file', pick), field('or its text', text), field('Game', game),
    el('details', {}, el('summary', {}, 'Format'), field('Format', format)),
    others, button('Open', () => load(), { class: 'primary' }));
}

// Opens a file of results of compare or match.
export function comparer() {
  const pick = el('input', { type: 'file', name: 'results' });
  const link = el('p', {});
  // The page of another file is not that of this one.
  const changed = () => link.replaceChildren();
  return el('form', { class: 'card', onsubmit: event => event.preventDefault(), oninput: changed }, el('h2', {}, 'Look at a comparison'),
    el('p', { class: 'faint' }, 'The file that compare or match has written with --out, as a page with charts and games.'),
    field('A file', pick), link, button('Open', async () => {
      const chosen = pick.files[0];
      if (!chosen) throw new Error('Choose a file.');
      const same = () => pick.files[0] === chosen;
      const results = await server.results(chosen).catch(error => { if (same()) throw error; });
      if (!same() && !pick.isConnected) return;
      if (!same()) throw changedMeanwhile('Open');
      link.replaceChildren(el('a', { href: results.page, target: '_blank', rel: 'noopener' }, 'Show the page'));
      link.querySelector('a').focus();
    }, { class: 'primary' }));
}
