// The owner of every n8n of this project: the demo's, the tests', the bench's.
import type { Owner } from './rest';

export const owner: Owner = { email: 'owner@company-screening.example', password: 'Screen-Companies-1' };
