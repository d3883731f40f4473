/** The fewest characters of a password (spec §5). The server's settings may require more of a new one. */
export const PASSWORD_MIN = 6;
