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

/** Prints how many goals are missed, and how many measurements failed; if one did, the process fails at its end. */
export function finish() {
  if (missed > 0) console.log(`\n${missed} goals are MISSED.`);
  if (unmeasured > 0) console.log(`\n${unmeasured} measurements FAILED: their goals may be missed.`);
  if (missed === 0 && unmeasured === 0) console.log('\nEvery goal is met.');
  process.exitCode = unmeasured === 0 ? 0 : 1;
}

export const ms = (value) => `${value.toFixed(0)} ms`;

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
