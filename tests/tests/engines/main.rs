//! `anyply engine` in each protocol, and the programs of others that talk to it or are talked to.

mod clients;
mod gomocup;
mod gtp;
mod hostile;
mod in_matches;
mod others;
