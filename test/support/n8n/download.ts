// A program: downloads the pinned n8n, which takes minutes, before anything needs it.
import { PlainError, reportTo } from '../report';
import { ensureN8n } from './install';

ensureN8n(reportTo(process.stderr)).catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof PlainError ? error.message : error);
});
