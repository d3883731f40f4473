/** Minutes of play of a slot, used until the venue's own value is known (spec §9: 55, plus 5 to hand over). */
export const USUAL_PLAY_MINUTES = 55;
