// Ends connections with a TCP reset. Below TLS that needs the TCP socket, which a request does not show.
import type { Socket } from 'node:net';
import type { Context } from 'koa';

const connections = new Map<number, Socket>();

/** A connection was opened. */
export function rememberConnection(socket: Socket): void {
  const port = socket.remotePort;
  if (port === undefined) return;
  connections.set(port, socket);
  socket.once('close', () => {
    if (connections.get(port) === socket) connections.delete(port);
  });
}

/** Ends the connection of a request with a TCP reset and no reply. */
export function resetConnection(ctx: Context): void {
  ctx.respond = false;
  connections.get(ctx.req.socket.remotePort ?? 0)?.resetAndDestroy();
}
