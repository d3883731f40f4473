/** A promise that a test resolves at its moment, such as the reply to a request that is under way. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value: Value) => resolve(value) };
}
