import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../shell/icon.js';

export interface NoticeProps {
  readonly tone: 'change' | 'warning' | 'error';
  readonly title: string;
  readonly children?: ReactNode;
}

export function Notice({ tone, title, children }: NoticeProps): ReactElement {
  return (
    <div className="detail-notice" data-tone={tone}>
      <Icon name={tone === 'change' ? 'refresh' : 'warning'} />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
