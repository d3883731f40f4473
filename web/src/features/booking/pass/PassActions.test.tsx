import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { appConfigQuery } from '@/api/app-config';
import type { OrderInfo } from '@/api/order-info';
import type { CodePath } from '@/lib/code-path';
import { deferred } from '@/testing/deferred';
import { sampleOrder } from '@/testing/samples';
import { config } from '@/testing/stand-in-server';
import { OrderPass } from './OrderPass';
import { PassActions } from './PassActions';
import { codeQuery } from './PassCode';
import * as picture from './save-pass';

const PASS_CODE = 'SO1._oEsEg.4820193756.29922570.3.signature';
const order: OrderInfo = { ...sampleOrder, error: 0, pass_code: PASS_CODE };

function Screen() {
  const passRef = useRef<HTMLDivElement>(null);
  return (
    <>
      <OrderPass order={order} passRef={passRef} />
      <PassActions order={order} passRef={passRef} />
    </>
  );
}

test('a pass that is saved before its code has loaded is a picture with the code', async () => {
  const hasCode: boolean[] = [];
  vi.spyOn(picture, 'savePass').mockImplementation(async (pass) => {
    hasCode.push(pass.querySelector('[aria-label^="QR code"]') !== null);
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  queryClient.setQueryData(appConfigQuery.queryKey, config);
  const code = deferred<CodePath>();
  const { queryKey } = codeQuery(order.orderid, PASS_CODE);
  void queryClient.prefetchQuery({ queryKey, queryFn: () => code.promise });
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  const save = screen.getByRole('button', { name: 'SAVE' });
  await userEvent.click(save);
  expect(save.getAttribute('aria-busy')).toBe('true');
  expect(hasCode).toEqual([]);
  code.resolve({ size: 1, path: 'M0 0h1v1h-1z' });
  await waitFor(() => expect(hasCode).toEqual([true]), { timeout: 5_000 });
});
