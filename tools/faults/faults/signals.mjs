const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The program is ended while a request is under way, which is never answered. */
export const signalFaults = [
  ...signals.flatMap((signal) => [...at(signal, 1, signal), ...at(signal, 2, `${signal} twice`)]),
  ...at('SIGKILL', 1, 'SIGKILL'),
  {
    name: 'SIGKILL right after an answer',
    signals: true,
    play: async (x) => {
      await x.answer();
      x.service.sendSignal('SIGKILL');
    },
  },
  {
    name: 'SIGTERM right after an answer',
    signals: true,
    play: async (x) => {
      await x.answer();
      x.service.sendSignal('SIGTERM');
    },
  },
];

function at(signal, times, name) {
  const ends = signal === 'SIGKILL' ? undefined : [130];
  return [
    {
      name: `${name} at a request`,
      signals: true,
      ends,
      play: async (x) => {
        x.charge();
        x.service.sendSignal(signal, times);
        await x.hang();
      },
    },
    {
      name: `${name} inside a body`,
      signals: true,
      ends,
      play: async (x) => {
        x.charge();
        const bytes = x.response(x.body(), { gzip: false });
        await x.send(bytes.subarray(0, bytes.length >> 1));
        x.service.sendSignal(signal, times);
        await x.hang();
      },
    },
  ];
}
