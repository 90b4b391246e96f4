// The time that a run has in n8n.
import { sleep } from 'n8n-workflow';

import { systemClock, type Time } from '../batch/time';

export const systemTime: Time = { ...systemClock, sleep, random: () => Math.random() };
