/** The number of steps in `heat.css`. */
export const HEAT_STEPS = 8;
