// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Metrics
  import SystemLanes
  import CanvasGeometry
  import AsyncDisplay
  import AsyncDisplayMetrics
  import CoreMetrics
  import Dispatch
  import MetricsTestKit
  import Testing
  import CanvasDrawing

  struct DisplayMetricsExporterTests {
    @Test func exportsDurations() throws {
      let metrics = DisplayMetrics()
      let backend = TestMetrics()
      let exporter = DisplayMetricsExporter(metrics, label: "x", factory: backend)
      #expect(metrics.isEnabled)
      for _ in 0..<10 { metrics.record(.drawing, nanoseconds: 2_000_000) }
      exporter.export()
      metrics.record(.drawing, nanoseconds: 4_000_000_000)
      exporter.export()
      exporter.export()
      let count = try backend.expectCounter("x_stage_count", [("stage", "drawing")])
      #expect(count.values == [10, 1, 0])
      let most = try backend.expectGauge(
        "x_stage_seconds", [("stage", "drawing"), ("quantile", "1")])
      #expect(most.lastValue == 4)
      let median = try backend.expectGauge(
        "x_stage_seconds", [("stage", "drawing"), ("quantile", "0.5")])
      #expect(abs((median.lastValue ?? 0) - 0.002) < 0.0003)
      let idle = try backend.expectGauge(
        "x_stage_seconds", [("stage", "layout"), ("quantile", "1")])
      #expect(idle.values.isEmpty)
    }

    @Test func exportsCounters() async throws {
      let queue = DispatchQueue(label: "metrics")
      let coordinator = DisplayCoordinator(commitQueue: queue, lanes: RenderLanes(count: 1))
      let backend = TestMetrics()
      let exporter = DisplayMetricsExporter(coordinator.metrics, factory: backend)
      let client = EmptyDisplayClient()
      let cycle = DisplayCycle(coordinator: coordinator, client: client)
      for _ in 0..<2 {
        queue.sync { cycle.display() }
        await coordinator.drain()
      }
      exporter.export()
      let requests = try backend.expectCounter("async_display_requests")
      #expect(requests.totalValue == 2)
      let commits = try backend.expectCounter(
        "async_display_displays", [("outcome", "committed")])
      #expect(commits.totalValue == 2)
      coordinator.metrics.reset()
      queue.sync { cycle.display() }
      await coordinator.drain()
      exporter.export()
      #expect(requests.totalValue == 3)
      withExtendedLifetime(client) {}
    }
  }

  private final class EmptyDisplayClient: DisplayClient {
    func makeDisplayRequest() -> DisplayRequest {
      let task = DisplayTask<Void>(display: { (_: inout GraphicsContext, _: Size, _) in })
      return DisplayRequest(
        task: AnyDisplayTask(task), size: Size(width: 2, height: 2), scale: 1)
    }

    func show(_ update: DisplayUpdate) {}
  }
#endif
