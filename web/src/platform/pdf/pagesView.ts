/** The pages of an open PDF, drawn by the viewer of pdf.js, with its search and its links. */
import { AnnotationMode, AnnotationEditorType, TouchManager } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  EventBus,
  FindState,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { externalLink, type ExternalLink } from './externalLink.ts';
import { pdfFilesUrl } from './openPdf.ts';
import styles from './pdfLayers.module.css';
import { maxScale, minScale, nextScale } from './zoomSteps.ts';

export type Fit = 'width' | 'page';

/** What was found of the text that the user searches for. */
export interface Found {
  readonly phase: 'idle' | 'searching' | 'found' | 'none';
  /** Which occurrence is shown, from 1. */
  readonly current: number;
  readonly total: number;
}

export interface PagesState {
  readonly page: number;
  readonly pages: number;
  /** 1: 100 %. Undefined until the size of the pages is known. */
  readonly scale: number | undefined;
  readonly fit: Fit | undefined;
  readonly found: Found;
}

/** Texts in the document, for screen readers and where a page is missing. */
export interface PagesTexts {
  readonly page: (page: number) => string;
  readonly pageFailed: (page: number) => string;
  readonly internalLink: string;
  readonly externalLink: (link: ExternalLink) => string;
  readonly note: string;
}

interface PagesOptions {
  /** A positioned, scrolling element with an empty element for the pages. */
  readonly container: HTMLDivElement;
  readonly document: PDFDocumentProxy;
  readonly page: number;
  readonly fit: Fit;
  /** Phones have little memory, and no room beside a page. */
  readonly isSmall: boolean;
  readonly texts: PagesTexts;
}

export interface PagesView {
  readonly state: StoreApi<PagesState>;
  readonly goTo: (page: number) => void;
  /** To a place of the outline. */
  readonly goToPlace: (place: string | readonly unknown[]) => void;
  /** Scrolls by a window, or to the next page if a page fits into the window. */
  readonly turn: (direction: 1 | -1) => void;
  readonly zoom: (direction: 1 | -1) => void;
  readonly setFit: (fit: Fit) => void;
  /** By a quarter turn clockwise. */
  readonly rotate: () => void;
  readonly search: (text: string) => void;
  readonly searchNext: (direction: 1 | -1) => void;
  readonly endSearch: () => void;
  readonly focus: () => void;
  readonly close: () => void;
}

const nothingFound: Found = { phase: 'idle', current: 0, total: 0 };

/** Of one canvas. Four bytes each; the viewer keeps the canvases of about ten pages. */
const maxCanvasPixels = { small: 5_242_880, large: 16_777_216 } as const;

const scaleValues = { width: 'page-width', page: 'page-fit' } as const satisfies Readonly<
  Record<Fit, string>
>;

/** Redraws a zoomed page when the gesture has rested for this long. */
const drawingDelayMs = 400;

/** The viewer's own translations are not loaded: `nameParts` names what it leaves unnamed. */
const untranslated = { pause: () => undefined, resume: () => undefined };

/** Opens other websites in new tabs, names links by where they lead, and opens no embedded files. */
class Links extends PDFLinkService {
  private readonly texts: PagesTexts;

  constructor(eventBus: EventBus, texts: PagesTexts) {
    // The zoom that the user has chosen is kept.
    super({ eventBus, ignoreDestinationZoom: true });
    this.texts = texts;
  }

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    const target = externalLink(url);
    if (!target) return;
    link.href = target.href;
    link.title = target.href;
    link.ariaLabel = this.texts.externalLink(target);
    link.rel = 'noopener noreferrer';
    if (target.kind === 'web') link.target = '_blank';
  }

  override getAttachmentContent(): ReturnType<PDFLinkService['getAttachmentContent']> {
    return Promise.resolve(null as never);
  }
}

/** Names links and notes that pdf.js has left for its translations. */
function nameParts(layer: Element, texts: PagesTexts): void {
  for (const link of layer.querySelectorAll<HTMLAnchorElement>('a[href]'))
    if (!link.ariaLabel && !link.title) link.ariaLabel = texts.internalLink;
  for (const image of layer.querySelectorAll('img')) image.alt = texts.note;
}

interface Matches {
  readonly current: number;
  readonly total: number;
}

function phaseOf(state: number): Found['phase'] {
  if (state === FindState.PENDING) return 'searching';
  return state === FindState.NOT_FOUND ? 'none' : 'found';
}

/** Zooms by pinching, and by turning the wheel with the Control key, which touchpads report for a pinch. */
function zoomByGestures(container: HTMLElement, viewer: PDFViewer, signal: AbortSignal): void {
  /** @param x of the point that keeps its place, in the window */
  const zoomBy = (factor: number, x: number, y: number): void => {
    const scale = Math.min(maxScale, Math.max(minScale, viewer.currentScale * factor));
    const { left, top } = container.getBoundingClientRect();
    viewer.updateScale({
      scaleFactor: scale / viewer.currentScale,
      origin: [x - left, y - top],
      drawingDelay: drawingDelayMs,
    });
  };
  container.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    },
    { passive: false, signal },
  );
  // oxlint-disable-next-line no-new -- it listens until the signal
  new TouchManager({
    container,
    onPinching: ([x, y]: [number, number], before: number, now: number) => zoomBy(now / before, x, y),
    signal,
  });
}

/** Draws the pages into the container until the view is closed. */
export function showPages(options: PagesOptions): PagesView {
  const { container, document, fit, isSmall, texts } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const state = createStore<PagesState>(() => ({
    page: 1,
    pages: document.numPages,
    scale: undefined,
    fit,
    found: nothingFound,
  }));
  const eventBus = new EventBus();
  const linkService = new Links(eventBus, texts);
  const findController = new PDFFindController({ eventBus, linkService });
  const viewerOptions = {
    container,
    eventBus,
    linkService,
    findController,
    // Annotations are drawn, fields of forms too, but nothing can be entered, and no script runs.
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    imageResourcesPath: `${pdfFilesUrl}images/`,
    maxCanvasPixels: maxCanvasPixels[isSmall ? 'small' : 'large'],
    removePageBorders: isSmall,
    enableSelectionRendering: false,
    l10n: untranslated as never,
    abortSignal: signal,
  };
  const viewer = new PDFViewer(viewerOptions);
  linkService.setViewer(viewer);

  /** By page. The viewer removes them when it draws a page again. */
  const failureNotes = new Map<number, HTMLElement>();
  const markFailed = (page: number): void => {
    const div = (viewer.getPageView(page - 1) as { div: HTMLElement } | undefined)?.div;
    if (!div || div.contains(failureNotes.get(page) ?? null)) return;
    const note = div.ownerDocument.createElement('p');
    failureNotes.set(page, note);
    note.className = styles.failed ?? '';
    note.dir = 'auto';
    note.textContent = texts.pageFailed(page);
    div.append(note);
  };
  const on = <T>(name: string, listener: (event: T) => void): void => eventBus.on(name, listener, { signal });
  on('pagesinit', () => {
    viewer.currentScaleValue = scaleValues[fit];
    viewer.currentPageNumber = Math.min(Math.max(1, options.page), document.numPages);
  });
  // After the first page is drawn, which would wait for the names of hundreds of pages.
  on('pagesloaded', () => {
    for (let index = 0; index < viewer.pagesCount; index += 1)
      (viewer.getPageView(index) as { div: HTMLElement }).div.ariaLabel = texts.page(index + 1);
  });
  on<{ pageNumber: number }>('pagechanging', ({ pageNumber: page }) => {
    state.setState({ page });
    // The viewer only logs that a page could not be read.
    document.getPage(page).catch(() => markFailed(page));
  });
  on<{ scale: number; presetValue?: string }>('scalechanging', ({ scale, presetValue }) => {
    const preset = (['width', 'page'] as const).find((each) => scaleValues[each] === presetValue);
    state.setState({ scale, fit: preset });
  });
  on<{ pageNumber: number; error: unknown }>('pagerendered', ({ pageNumber, error }) => {
    if (error) markFailed(pageNumber);
  });
  on<{ source: { annotationLayer: { div: Element | null } | null } }>(
    'annotationlayerrendered',
    ({ source }) => {
      const layer = source.annotationLayer?.div;
      if (layer) nameParts(layer, texts);
    },
  );
  let query = '';
  on<{ state: number; matchesCount: Matches }>('updatefindcontrolstate', (event) => {
    if (query !== '') state.setState({ found: { phase: phaseOf(event.state), ...event.matchesCount } });
  });
  // The number of occurrences grows while the pages are read.
  on<{ matchesCount: Matches }>('updatefindmatchescount', ({ matchesCount }) => {
    if (query !== '' && matchesCount.total > 0)
      state.setState({ found: { phase: 'found', ...matchesCount } });
  });

  zoomByGestures(container, viewer, signal);
  // A page that fits the window keeps fitting it.
  const observer = new ResizeObserver(() => {
    const { fit: current, scale } = state.getState();
    const isShown = scale !== undefined && container.clientWidth > 0;
    if (isShown && current !== undefined) viewer.currentScaleValue = scaleValues[current];
  });
  observer.observe(container);
  viewer.setDocument(document);
  linkService.setDocument(document);

  const find = (type: '' | 'again', direction: 1 | -1): void =>
    eventBus.dispatch('find', {
      source: container,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      matchDiacritics: false,
      highlightAll: true,
      findPrevious: direction === -1,
    });
  const goTo = (page: number): void => {
    viewer.currentPageNumber = Math.min(Math.max(1, page), document.numPages);
  };
  return {
    state,
    goTo,
    goToPlace: (place) =>
      void linkService.goToDestination(place as string | unknown[]).catch(() => undefined),
    turn: (direction) => {
      const { page } = state.getState();
      const { height } = viewer.getPageView(page - 1) as { height: number };
      if (height <= container.clientHeight) goTo(page + direction);
      else container.scrollBy({ top: direction * container.clientHeight * 0.9 });
    },
    zoom: (direction) => {
      viewer.currentScale = nextScale(viewer.currentScale, direction);
    },
    setFit: (next) => {
      viewer.currentScaleValue = scaleValues[next];
    },
    rotate: () => {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
    },
    search: (text) => {
      query = text;
      if (text === '') state.setState({ found: nothingFound });
      find('', 1);
    },
    searchNext: (direction) => find('again', direction),
    endSearch: () => {
      query = '';
      state.setState({ found: nothingFound });
      eventBus.dispatch('findbarclose', { source: container });
    },
    focus: () => container.focus({ preventScroll: true }),
    close: () => {
      observer.disconnect();
      viewer.setDocument(null);
      linkService.setDocument(null);
      ending.abort();
    },
  };
}
