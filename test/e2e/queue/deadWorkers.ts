// How soon n8n notices that a worker is dead, in tests.

/** n8n finds a dead worker's executions by their locks, by default after a minute or more. */
export const quickToNotice = {
  QUEUE_WORKER_LOCK_DURATION: '10000',
  QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
  QUEUE_WORKER_STALLED_INTERVAL: '3000',
};
