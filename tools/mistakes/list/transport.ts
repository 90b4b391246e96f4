// Requests and replies over the wire.
import { inFolder } from '../mistake';

export const TRANSPORT = inFolder('nodes/CompanyScreening/transport', [
  {
    file: 'receive',
    promise: 'A file is as large as the option allows, in megabytes.',
    from: 'if (bytes.length > maxFileMb * 1e6)',
    to: 'if (bytes.length > Math.max(maxFileMb, MAX_TEXT_MB) * 1e6)',
  },
  {
    file: 'receive',
    promise: 'The name that a server gives to a file holds no secret.',
    from: 'fileNameIn(mask(name))',
    to: 'fileNameIn(name)',
  },
  {
    file: 'receive',
    promise: 'A reply that was not read takes nothing of what the replies of a run may have together.',
    from: 'if (!isHeld) count.isNotHeld();',
    to: 'if (isHeld) count.isNotHeld();',
  },
  {
    file: 'httpReply',
    promise: 'A reply is ended at its bound, before the rest of it is held in memory.',
    from: 'size += piece.length;',
    to: 'size = Math.max(size, piece.length);',
  },
  {
    file: 'httpReply',
    promise: 'A large reply counts once, however many pieces it comes in.',
    from: 'this.bytes += size - counted;',
    to: 'this.bytes += size;',
  },
  {
    file: 'heldToken',
    promise: 'A token that was refused is not sent again.',
    from: "    this.credential['refusedAccessToken'] = this.token.accessToken;\n    this.credential['refusedRequestSentAt'] = sentAt;\n    this.drop();",
    to: "    this.drop();\n    this.credential['refusedAccessToken'] = this.token.accessToken;\n    this.credential['refusedRequestSentAt'] = sentAt;",
  },
  {
    file: 'heldToken',
    promise: 'A token without a date of its server has none, and not that of 1970.',
    from: 'held.accessTokenServerDate > 0 ?',
    to: 'held.accessTokenServerDate >= 0 ?',
  },
  {
    file: 'networkFailure',
    promise: 'A screening without an answer may have been charged, and is not sent again by itself.',
    from: "if (!isReadOnly(request)) return new OperationFailure({ message, isUnreachable: true, state: 'uncertain' });",
    to: "if (!isReadOnly(request)) return new OperationFailure({ message, isUnreachable: true, state: 'safe' });",
  },
  {
    file: 'networkFailure',
    promise: 'A reply that was too large to read was paid for.',
    from: "    advice: todo,\n    ...(isReadOnly(request) ? { state: 'refused' } : { state: 'staysUncertain', receiptId: null }),",
    to: "    advice: todo,\n    state: 'refused',",
  },
  {
    file: 'networkFailure',
    promise:
      'A connection that broke after the request had gone out is not taken for one that was never made.',
    from: 'return connecting && (problem',
    to: 'return connecting || (problem',
  },
  {
    file: 'transport',
    promise: 'A screening whose reply shows that it was taken is not sent again, whatever its status.',
    from: 'if (reply.status !== 401 || showsRequestWasTaken(reply)) return reply;',
    to: 'if (reply.status !== 401) return reply;',
  },
  {
    file: 'transport',
    promise: 'A new token that another request has obtained is not thrown away.',
    from: "if (request.headers?.['Authorization'] === bearer(held.token.accessToken)) held.refuse(sentAt);",
    to: 'held.refuse(sentAt);',
  },
  {
    file: 'transport',
    promise: 'A token from before a renewal is masked as well, if a reply still quotes it.',
    from: '[...new Set([...others, ...tokens])].slice(-MAX_MASKED_TOKENS);',
    to: 'tokens;',
  },
  {
    file: 'transport',
    promise: 'A token that expires while a request waits for its turn is not sent.',
    from: '    await beforeEach();\n    const sentAt = clock.epochMs();\n',
    to: '    const sentAt = clock.epochMs();\n    await beforeEach();\n',
  },
]);
