import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Scene } from './Scene';

/** The frame of the screens before signing in. */
export function OutsideLayout({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: string;
  children: ReactNode;
}) {
  return (
    <div className="grid flex-1 min-[56rem]:grid-cols-2">
      <div className="gutter flex flex-col py-8">
        <div className="m-auto w-full max-w-sm py-6">
          <h1 className="display text-h1">{title}</h1>
          {subtitle !== undefined && <p className="mt-3 text-quiet">{subtitle}</p>}
          <div className="mt-8">{children}</div>
        </div>
        <LanguageSwitch className="-mx-3" />
      </div>
      <Scene />
    </div>
  );
}
