// Before the first end-to-end test: n8n is installed where it is not there yet, and prepared for the tests to copy.
import { prepareN8n } from '../support/n8n/prepared';
import { reportTo } from '../support/report';

export default async function globalSetup(): Promise<void> {
  await prepareN8n(reportTo(process.stderr));
}
