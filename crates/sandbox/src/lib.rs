//! Stand-ins for the outside providers over real HTTP, and the inbox.
