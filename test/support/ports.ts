// Finds free ports on loopback, listens there, and asks who does.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, createServer, type Server } from 'node:net';
import { z } from 'zod/v4';
import { PlainError } from './report';

const loopback = '127.0.0.1';

// Ports below those that systems give to outgoing connections: until a program listens at its port, no connection may take it.
const [FIRST, END] = [10_000, 32_000];

/**
 * A port that was free a moment ago. Any of thousands, so that two processes are not given the same one.
 *
 * @param taken one that a program will listen at, and does not yet
 */
export async function freePort(taken?: number): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (port !== taken && (await isFree(port))) return port;
  }
}

/** @throws {PlainError} when something else uses this port. */
export async function requireFreePort(port: number, whatToDo: string): Promise<void> {
  if (!(await isFree(port)))
    throw new PlainError(`Port ${String(port)} is in use by another program. ${whatToDo}`);
}

/**
 * Has a server listen.
 *
 * @param port any free one unless given
 * @returns its port
 */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, loopback);
  await once(server, 'listening');
  return z.object({ port: z.number() }).parse(server.address()).port;
}

/** True if something takes connections at this port. */
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

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, loopback, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
