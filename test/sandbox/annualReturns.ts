// What becomes of an annual returns request after its acknowledgement. The interface does not show it; this is one
// service's way, made up so that the node can be tried: pending for a while, then two small PDF files.
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { annualReturnsBehaviours } from './behaviours';
import { answer } from './faults';

const YEARS = [2024, 2025] as const;

interface AcceptedRequest {
  registrationNumber: string;
  acceptedAt: number;
}

/** The requests accepted so far, by id. */
export class AnnualReturnsRequests {
  private readonly requests = new Map<string, AcceptedRequest>();

  /** @param url the address of this service, for the addresses it hands out */
  constructor(private readonly url: string) {}

  /** Takes a request and gives its id and address. */
  accept(registrationNumber: string): { id: string; requestUri: string } {
    const id = randomUUID();
    this.requests.set(id, { registrationNumber, acceptedAt: Date.now() });
    return { id, requestUri: this.addressOf(id) };
  }

  registrationNumberOf(id: string): string {
    return this.requests.get(id)?.registrationNumber ?? '';
  }

  /** Answers for the request of that id, which is pending for its first `pendingSeconds`. */
  answerState(ctx: Context, id: string, pendingSeconds: number): void {
    const request = this.requests.get(id);
    if (!request) {
      answer(ctx, 404, { code: null, message: 'Not Found' });
      return;
    }
    const { registrationNumber, acceptedAt } = request;
    const about = { id, requestUri: this.addressOf(id), registrationNumber };
    if (Date.now() - acceptedAt < pendingSeconds * 1000) {
      answer(ctx, 200, { ...about, status: 'Pending' });
      return;
    }
    const later = annualReturnsBehaviours[registrationNumber]?.later;
    if (later === 'file') {
      this.answerFile(ctx, id, YEARS[0]);
      return;
    }
    if (later === 'failed') {
      answer(ctx, 200, { ...about, status: 'Failed', code: 'S0001', message: 'FAILED_TO_VERIFY_BUSINESS' });
      return;
    }
    const files = YEARS.map((year) => ({
      name: annualReturnFileName(registrationNumber, year),
      uri: `${this.addressOf(id)}/files/${String(year)}`,
    }));
    answer(ctx, 200, { ...about, status: 'Successful', files });
  }

  /** Answers with the annual return of a year. */
  answerFile(ctx: Context, id: string, year: number): void {
    const request = this.requests.get(id);
    if (!request || !YEARS.some((known) => known === year)) {
      answer(ctx, 404, { code: null, message: 'Not Found' });
      return;
    }
    ctx.status = 200;
    ctx.body = annualReturnPdf(request.registrationNumber, year);
    ctx.type = 'application/pdf';
    ctx.attachment(annualReturnFileName(request.registrationNumber, year));
  }

  private addressOf(id: string): string {
    return `${this.url}/verify-business/api/business/requests/${id}`;
  }
}

/** The name that the service gives the file of a year. */
export function annualReturnFileName(registrationNumber: string, year: number): string {
  return `annual-return-${registrationNumber}-${String(year)}.pdf`;
}

/** A one-page PDF that says whose annual return it is; always the same bytes for the same number and year. */
export function annualReturnPdf(registrationNumber: string, year: number): Buffer {
  const words = `BT /F1 18 Tf 72 720 Td (Annual return ${String(year)} of ${registrationNumber}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(words.length)} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  // Bytes above 127 in the second line mark the file as binary for whoever copies it.
  let pdf = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = String(objects.length + 1);
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${String(pdf.length)}\n%%EOF\n`;
  return Buffer.from(pdf + table + trailer, 'latin1');
}
