// What is asked of the server, and how it is heard.

async function answer(request) {
  const refused = (status, message) => Object.assign(new Error(message), { status });
  let response, text;
  try {
    response = await request;
    text = await response.text();
  } catch { throw refused(503, 'The server does not answer.'); }
  let value;
  try { value = JSON.parse(text); } catch { value = text; }
  if (!response.ok) throw refused(response.status, (value && value.error) || text || response.statusText);
  return value;
}

// What this browser calls itself, in all its windows, so that the server lets people take turns and not
// games. No secret.
const VISITOR = 'anyply-visitor';
const visitor = (() => {
  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(36)).join('');
  try { return (localStorage[VISITOR] ||= fresh()); } catch { return fresh(); /* a private window: a visitor of its own */ }
})();

const ask = (path, options = {}) => answer(fetch(path, { ...options, headers: { ...options.headers, 'x-anyply-visitor': visitor } }));
const json = body => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const file = body => ({ method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body });
const query = values => new URLSearchParams(Object.entries(values).filter(([, value]) => value || value === 0)).toString();

export const about = () => ask('/api/about');
export const rules = game => ask(`/api/rules/${encodeURIComponent(game)}`);
export const games = () => ask('/api/games');
export const begin = wanted => ask('/api/games', json(wanted));
export const forget = id => ask(`/api/games/${id}`, { method: 'DELETE' });
export const geometry = id => ask(`/api/games/${id}/geometry`);
export const state = id => ask(`/api/games/${id}`);
export const at = (id, ply) => ask(`/api/games/${id}/at/${ply}`);
export const exports_ = id => ask(`/api/games/${id}/exports`);
export const load = (bytes, values) => ask(`/api/records?${query(values)}`, file(bytes));
export const results = bytes => ask('/api/results', file(bytes));
export const order = (id, wanted, version) => ask(`/api/games/${id}${version ? `?version=${version}` : ''}`, json(wanted));

// Hears of a game until it is told to stop. A page that nobody sees does not listen: a browser has few
// connections, and a search that nobody looks at is to end.
export function listen(id, { state: changed, thinking, thought, lost, opened, ended }) {
  let source, left = false;
  const close = () => { source?.close(); source = undefined; };
  // Nothing is heard of a game that was deleted, nor from a server that asks for another token, nor while it
  // is away: only the server can say which it is.
  const missed = () => state(id).catch(error => { if ([401, 404].includes(error.status) && !left) ended(error); });
  const open = () => {
    if (left || source || document.hidden) return;
    source = new EventSource(`/api/games/${id}/events`);
    source.addEventListener('state', event => { lost(false); changed(JSON.parse(event.data)); });
    source.addEventListener('thinking', event => thinking(JSON.parse(event.data)));
    source.addEventListener('thought', event => thought(JSON.parse(event.data)));
    source.addEventListener('open', () => { lost(false); opened(); });
    source.addEventListener('error', () => {
      lost(true);
      missed();
      // After a refusal the browser would not try again by itself.
      if (source?.readyState === EventSource.CLOSED) { close(); setTimeout(open, 2000); }
    });
  };
  const seen = () => (document.hidden ? close() : open());
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('pagehide', close);
  open();
  return () => {
    left = true;
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('pagehide', close);
    close();
  };
}
