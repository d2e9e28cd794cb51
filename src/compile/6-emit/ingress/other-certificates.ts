import type { Reporter } from '../../../model/diagnostic.js';
import type { IngressController } from '../../../model/ingress-controller.js';
import type { ExposeIntent } from '../../../model/intent/expose.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import { messages } from '../shared/messages.js';
import { hostNameOf } from '../../../haproxy/maps.js';
import { createCertificateChoice } from '../../../haproxy/shown-certificate.js';

/** Reports Routes with a certificate whose clients get another one: that of another Route, or the default one. */
export function reportOtherCertificates(
  intents: readonly ExposeIntent[],
  controller: IngressController,
  report: Reporter,
): void {
  const choose = createCertificateChoice(intents, controller);
  for (const intent of intents) {
    const { certificate, cause } = intent;
    if (!certificate) continue;
    const shown = choose(hostNameOf(intent));
    if (!shown || shown.route?.certificate?.pem.text === certificate.pem.text) continue;
    const what = shown.route ? `the certificate of Route ${pathOfName(shown.route.route)}` : 'the default certificate';
    const finding = messages.otherCertificate(hostNameOf(intent), what, controller.name);
    report({ ...finding, location: { origin: cause.origin, pointer: '/spec/tls/certificate' }, resource: cause });
  }
}
