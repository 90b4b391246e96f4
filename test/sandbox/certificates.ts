// A certificate authority of the tests' own, made at each start, and the certificate for loopback that it signs.
import { generate } from 'selfsigned';

/** All in PEM. `ca` is what a client has to trust. */
interface Certificates {
  ca: string;
  cert: string;
  key: string;
}

/** Signs certificates for loopback and for the host names that a test answers for. */
export interface CertificateAuthority {
  ca: string;
  issue: (...hosts: string[]) => Promise<Certificates>;
}

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
/** Also valid for a program whose clock a test has moved. */
const COMMON = {
  keyType: 'ec',
  algorithm: 'sha256',
  notBeforeDate: new Date(Date.now() - TEN_YEARS_MS),
  notAfterDate: new Date(Date.now() + TEN_YEARS_MS),
} as const;

/** A certificate authority that nothing trusts yet. */
export async function createAuthority(): Promise<CertificateAuthority> {
  const ca = await generate([{ name: 'commonName', value: 'Company screening sandbox CA' }], {
    ...COMMON,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const issue = async (...hosts: string[]): Promise<Certificates> => {
    const server = await generate([{ name: 'commonName', value: 'Company screening sandbox' }], {
      ...COMMON,
      ca: { key: ca.private, cert: ca.cert },
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            ...['localhost', ...hosts].map((value) => ({ type: 2 as const, value })),
            { type: 7, ip: '127.0.0.1' },
          ],
        },
      ],
    });
    return { ca: ca.cert, cert: server.cert, key: server.private };
  };
  return { ca: ca.cert, issue };
}
