// The words for an HTTP status without a code: what happened, and what a person can do about it (docs/design/service.md, Errors).
import { isRedirect } from './http';

export interface StatusAdvice {
  /** What happened, as the end of a sentence. */
  what: string;
  /** What to do. */
  todo: string;
  /** Every other item would get the same answer. */
  endsRun?: boolean;
}

/** What else is known of the reply. */
interface RefusingReply {
  /** It is none of the service's own. */
  isForeign?: boolean;
  /** It came from the address of an annual returns request. */
  asks?: boolean;
}

/** The words for a status that is not a success. */
export function statusAdvice(status: number, { isForeign, asks }: RefusingReply = {}): StatusAdvice {
  if (status === 403 && isForeign) return NOT_LET_THROUGH;
  if (isRedirect(status)) {
    return {
      what: 'the service redirects to another address, which is not followed so that the token goes nowhere else',
      todo: asks ? CHECK_ADDRESS : 'Check the Base URL in the credential.',
    };
  }
  if (status === 404 && asks) {
    return { what: 'the service found nothing at the address of this request', todo: CHECK_ADDRESS };
  }
  return (
    ADVICE[status] ?? {
      what: status >= 500 ? 'the service failed' : 'the service refused the request',
      todo: "If the problem persists, contact the service's support.",
    }
  );
}

const CHECK_ADDRESS =
  'Check the Request URI: it must be the requestUri of "Request Annual Returns", unchanged, and the credential that of the same environment. If it is right, ask the support of the service, and quote the id of the request.';

/** A firewall looks at the text of each request. */
const NOT_LET_THROUGH: StatusAdvice = {
  what: 'the service, or a firewall on the way, did not let this request through',
  todo: "If only this item is refused, the firewall objects to a text in it: ask the service's provider to let it through. If all are, ask whether your subscription includes this operation, and from which addresses.",
};

const ADVICE: Readonly<Record<number, StatusAdvice>> = {
  400: {
    what: 'the service refused the request as invalid',
    todo: 'Check the values of this item.',
  },
  // By now the token is new (see transport/transport.ts), so it must be the subscription key.
  401: {
    what: 'the service did not accept the credential, most likely its Subscription Key',
    todo: 'The authorization server issued a token, so check the Subscription Key, the Environment and the Base URL in the credential.',
    endsRun: true,
  },
  403: {
    what: 'the service does not allow this request',
    todo: "Ask the service's provider whether your subscription includes this operation.",
  },
  404: {
    what: 'the service found nothing at this address',
    todo: 'Check the Environment and the Base URL in the credential, and the values of this item.',
  },
  408: {
    what: 'the service, or a gateway on the way, gave up waiting for the request',
    todo: 'Try again later.',
  },
  429: {
    what: 'the service asks for fewer requests',
    todo: 'Lower Concurrency or set Requests per Second in the options, and run these items again later.',
  },
  503: {
    what: 'the service is not available at the moment',
    todo: 'Try again later.',
  },
};
