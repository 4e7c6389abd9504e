// Chromium's own protocol over the pipe that --remote-debugging-pipe opens: nothing slows the app that does not also
// slow the bare window. Playwright would also attach to Node's inspector, and delay the start until it has done so.

/** @param {import('node:child_process').ChildProcess} child started with pipes as file descriptors 3 and 4 */
export function devtoolsPipe(child) {
  const [, , , toApp, fromApp] = child.stdio;
  const answers = new Map();
  const listeners = new Set();
  let rest = '';
  let last = 0;
  fromApp.setEncoding('utf8').on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages.map((one) => JSON.parse(one))) {
      if (message.id === undefined) for (const listener of listeners) listener(message);
      else answers.get(message.id)?.(message);
    }
  });
  // Failing to write to an app that has ended is expected.
  toApp.on('error', () => {});

  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      last += 1;
      answers.set(last, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      toApp.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
  const event = (wanted) =>
    new Promise((resolve) => {
      const listener = (message) => {
        if (!wanted(message)) return;
        listeners.delete(listener);
        resolve(message);
      };
      listeners.add(listener);
    });

  return {
    send,
    /**
     * The first page. It is paused while it is given the script, which then runs before the page's own scripts.
     * Whatever the script passes to `benchTell` arrives as `told`.
     */
    async firstPage(script) {
      const attached = event(
        ({ method, params }) => method === 'Target.attachedToTarget' && params.targetInfo.type === 'page',
      );
      await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
      const { sessionId } = (await attached).params;
      const told = event(({ method }) => method === 'Runtime.bindingCalled').then(
        ({ params }) => params.payload,
      );
      void send('Page.enable', {}, sessionId);
      void send('Runtime.enable', {}, sessionId);
      void send('Runtime.addBinding', { name: 'benchTell' }, sessionId);
      void send('Page.addScriptToEvaluateOnNewDocument', { source: script }, sessionId);
      await send('Runtime.runIfWaitingForDebugger', {}, sessionId);
      return {
        told,
        async evaluate(call, ...values) {
          const expression = `(${call})(${values.map((value) => JSON.stringify(value)).join(',')})`;
          const options = { expression, awaitPromise: true, returnByValue: true };
          const { result, exceptionDetails } = await send('Runtime.evaluate', options, sessionId);
          if (exceptionDetails) throw new Error(result.description);
          return result.value;
        },
        /** Like `evaluate`, but also works while the page is still navigating to its address. */
        async evaluateThere(call, value) {
          for (;;) {
            try {
              return await this.evaluate(call, value);
            } catch (error) {
              if (!/context/i.test(error.message)) throw error;
            }
          }
        },
        send: (method, params) => send(method, params, sessionId),
        /** From then on, nothing observes the page. */
        detach: () =>
          send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true }),
      };
    },
  };
}
