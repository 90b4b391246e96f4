// A mail as RFC 5322 has it: who sent it, what it says, and the files that came with it.
import { randomUUID } from 'node:crypto';

/** The sender of a mail that names no other. */
export const colleague = 'colleague@example.com';

/** The parts of a mail in which it differs from others. */
export interface MailWithList {
  subject: string;
  /** Each is a header of its own. */
  from?: string[];
  headers?: string[];
  fileName?: string;
  list?: Buffer | string;
  files?: AttachedFile[];
}

/** A file of a mail. */
export interface AttachedFile {
  fileName?: string;
  content: Buffer | string;
  type?: string;
}

/** The bytes of a mail that a mail server delivers. */
export function mailWith({
  subject,
  from = [`"A Colleague" <${colleague}>`],
  headers = [],
  fileName,
  list,
  files = fileName === undefined || list === undefined ? [] : [{ fileName, content: list }],
}: MailWithList): string {
  const boundary = `part-${randomUUID()}`;
  const text = ['Content-Type: text/plain; charset=utf-8', '', 'Please screen these.'];
  return [
    ...from.map((sender) => `From: ${sender}`),
    'To: screening@example.com',
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@example.com>`,
    'MIME-Version: 1.0',
    ...headers,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...text,
    ...files.flatMap((file) => [`--${boundary}`, ...attachment(file)]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

const attachment = ({ fileName, content, type = 'application/octet-stream' }: AttachedFile): string[] => [
  `Content-Type: ${type}`,
  `Content-Disposition: ${type === 'image/png' ? 'inline' : 'attachment'}${fileName === undefined ? '' : `; filename="${fileName}"`}`,
  `Content-ID: <${randomUUID()}@example.com>`,
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
];
