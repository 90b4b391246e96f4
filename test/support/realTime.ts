// The time of a run in a test that talks to a service and to a register: as in n8n, but no wait outlives its run.
import { setTimeout } from 'node:timers/promises';

import { systemClock, type Time } from '../../nodes/CompanyScreening/flowControl/time';

export const realTime: Time = {
  ...systemClock,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  random: () => Math.random(),
};
