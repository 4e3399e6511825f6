import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import type { Presentation } from '../registry/widgetProps.ts';

export interface FailureProps {
  readonly presentation: Presentation;
  readonly retry: () => void;
}

interface Props {
  readonly children: ReactNode;
  readonly presentation: Presentation;
  /** After an error, another version renders the children again. */
  readonly version?: string;
  /** Replaces the children after an error; its `retry` renders the children again. */
  readonly Fallback: ComponentType<FailureProps>;
  readonly report: (error: unknown, where: string) => void;
}

interface State {
  readonly failed: boolean;
}

/** An error boundary, so that a widget that throws does not affect anything else (WIDGET-25). */
export class WidgetBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.report(error, info.componentStack ?? '');
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.version !== this.props.version) this.retry();
  }

  readonly retry = (): void => this.setState({ failed: false });

  override render(): ReactNode {
    const { Fallback, presentation, children } = this.props;
    return this.state.failed ? <Fallback presentation={presentation} retry={this.retry} /> : children;
  }
}
