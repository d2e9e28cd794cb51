import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILES, FIREWALL, REQUESTS, WIDER, route } from '../../expectations/repository.js';
import { openPullRequest } from './open-pull-request.js';

describe('weir pr, of expectations', () => {
  let opened: Awaited<ReturnType<typeof openPullRequest>>;
  beforeEach(async () => {
    opened = await openPullRequest();
  });
  afterEach(() => opened.close());

  /** The comment, and the annotations by code: file, line. */
  const shown = () => ({
    comment: opened.github.comments[0]?.body ?? '',
    annotations: (opened.github.checks.at(-1)?.output.annotations ?? []) as Record<string, unknown>[],
  });

  it('shows a packet that breaks one, the changed line that lets it and the line that did not, and fails', async () => {
    const base = opened.change(FILES, { 'egress/shop.yaml': WIDER });
    expect((await opened.run(base)).code).toBe(2);
    const { comment, annotations } = shown();
    expect(comment).toContain('**This change violates 1 expectation, opens flows of 1 namespace');
    expect(comment).toContain('and nothing else outside: violated by this change');
    expect(comment).toContain(
      'shop/checkout-0 (10.128.0.5) → 203.0.112.1 TCP 443 is allowed by EgressFirewall shop/default',
    );
    expect(comment).toContain('EgressFirewall: Allow 203.0.112.0/23: egress/shop.yaml:14');
    expect(comment).toContain("before this change: EgressFirewall shop/default, 'Deny 0.0.0.0/0': egress/shop.yaml:17");
    expect(comment).toContain('packet path: leaves node worker-a from 192.168.10.11 to 192.168.10.1');
    expect(opened.summary()).toContain('violated by this change');
    expect(annotations).toMatchObject([{ path: 'expectations.yaml', start_line: 5, title: 'expectation/passes' }]);
  });

  it('does not fail for one that was broken before, or that the change fixes', async () => {
    const base = opened.change(
      { ...FILES, 'egress/shop.yaml': WIDER },
      { 'egress/shop.yaml': `${WIDER}# a comment\n` },
    );
    expect((await opened.run(base)).code).toBe(0);
    const fixing = opened.change({}, { 'egress/shop.yaml': FIREWALL });
    expect((await opened.run(fixing)).code).toBe(0);
    expect(shown().comment).toContain('fixed by this change');
  });

  it('fails for one that the change withdraws and breaks', async () => {
    const base = opened.change(FILES, { 'egress/shop.yaml': WIDER, 'expectations.yaml': 'expectations: []\n' });
    expect((await opened.run(base)).code).toBe(2);
    expect(shown().comment).toContain('withdraws 1 expectation');
  });

  it('names the URL that a changed Route opens, and fails', async () => {
    const base = opened.change(REQUESTS, { 'admin.yaml': route('admin', 'web') });
    expect((await opened.run(base)).code).toBe(2);
    const { comment, annotations } = shown();
    expect(comment).toContain('only the shop: violated by this change');
    expect(comment).toContain('Route shop/admin exposes http://admin.example.com/ to everyone');
    expect(comment).toContain('exposed here: admin.yaml:1');
    expect(annotations).toContainEqual(
      expect.objectContaining({ path: 'expectations.yaml', start_line: 3, title: 'expectation/exposed' }),
    );
  });

  it('names the changed Route that leads a host elsewhere, and fails', async () => {
    const base = opened.change(REQUESTS, { 'shop.yaml': route('shop', 'next') });
    expect((await opened.run(base)).code).toBe(2);
    const { comment, annotations } = shown();
    expect(comment).toContain('the shop is served: violated by this change');
    expect(comment).toContain('Route shop/shop sends 100 % of the requests to Service shop/next');
    expect(comment).toContain('decided here: shop.yaml:1');
    expect(annotations).toContainEqual(
      expect.objectContaining({ path: 'expectations.yaml', start_line: 6, title: 'expectation/unexpected-service' }),
    );
  });
});
