//! Where games are played.

pub(crate) mod plain;
