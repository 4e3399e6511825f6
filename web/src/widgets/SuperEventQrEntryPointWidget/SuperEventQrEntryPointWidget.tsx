import { QrCodeWidget } from '../qrCode/QrCodeWidget.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** The QR code of an address (WIDGET-13). */
export default function SuperEventQrEntryPointWidget(props: WidgetProps<'SuperEventQrEntryPointWidget'>) {
  return <QrCodeWidget {...props} />;
}
