// Finds free ports on loopback, and asks who listens.
import { createConnection, createServer } from 'node:net';
import { PlainError } from './report';

const loopback = '127.0.0.1';

/** Ports that were handed out. Until its program listens there, the system may offer such a port again. */
const handedOut = new Set<number>();

/** A port that was free a moment ago, and that nobody in this process was given before. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (handedOut.has(port)) return freePort();
  handedOut.add(port);
  return port;
}

/** @throws {PlainError} when something else uses this port. */
export async function requireFreePort(port: number, whatToDo: string): Promise<void> {
  try {
    await listenOnce(port);
  } catch {
    throw new PlainError(`Port ${String(port)} is in use by another program. ${whatToDo}`);
  }
}

/** Whether something takes connections at this port. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: loopback, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, loopback, () => {
      const address = server.address();
      const used = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => {
        resolve(used);
      });
    });
  });
}
