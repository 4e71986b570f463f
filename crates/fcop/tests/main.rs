//! What the projection promises, on workspaces that the published package and strangers wrote, and on worse ones.

#[cfg(test)]
mod cases {
    mod forged;
    mod hostile;
    mod ledgers;
    mod neighbours;
    mod objects;
    mod peer_package;
    mod peers;
    mod properties;
    mod receipts;
    mod refused;
    mod workspace;
    mod writer;
}
