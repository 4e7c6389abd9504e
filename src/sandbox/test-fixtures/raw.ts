import { connect, type Socket } from 'node:net';

/** A bare TCP connection, for sending what no HTTP client would send. */
export interface RawConnection {
  readonly socket: Socket;
  /** Writes the text as it is, in Latin-1. */
  write(text: string): void;
  /** Everything received until the other side closes or resets the connection. */
  readonly whole: Promise<{ readonly text: string; readonly reset: boolean }>;
  /** Settles once what was received so far contains the text. */
  received(text: string): Promise<void>;
}

export function connectTo(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    let reset = false;
    const waiting = new Set<() => void>();
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (const look of waiting) look();
    });
    socket.once('error', (error) => {
      reset = true;
      reject(error);
    });
    const whole = new Promise<{ text: string; reset: boolean }>((settle) => {
      socket.once('close', () => settle({ text, reset }));
    });
    const received = (wanted: string): Promise<void> =>
      new Promise((settle) => {
        const look = (): void => {
          if (!text.includes(wanted)) return;
          waiting.delete(look);
          settle();
        };
        waiting.add(look);
        look();
      });
    socket.once('connect', () =>
      resolve({ socket, write: (part) => void socket.write(part, 'latin1'), whole, received }),
    );
  });
}

/** Whether somebody listens there. */
export function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
