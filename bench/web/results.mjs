// The table of a measurement: values beside their goals, what is missed, and what could not be measured.

let missed = 0;
let unmeasured = 0;

/** Prints a value beside its goal, and counts it if the goal is missed. */
export function tell(what, value, goal, met) {
  if (!met) missed += 1;
  console.log(`${what.padEnd(44)} ${value.padStart(9)}  ${goal} ${met ? 'met' : 'MISSED'}`);
}

/** Runs `work`; a failure is printed and counted, and the other measurements go on. */
export async function runMeasurement(what, work) {
  try {
    await work();
  } catch (error) {
    unmeasured += 1;
    console.log(`${what}: COULD NOT BE MEASURED: ${error.message}`);
  }
}

/** Prints how many goals are missed; the process fails at its end if something could not be measured. */
export function finish() {
  console.log(missed === 0 ? '\nEvery goal is met.' : `\n${missed} goals are MISSED.`);
  process.exitCode = unmeasured === 0 ? 0 : 1;
}

export const ms = (value) => `${value.toFixed(0)} ms`;

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
