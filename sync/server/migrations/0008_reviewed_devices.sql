CREATE TABLE "reviewed_devices" (
	"vendor" text NOT NULL,
	"device" text NOT NULL,
	"reviewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviewed_devices_vendor_device_pk" PRIMARY KEY("vendor","device")
);
--> statement-breakpoint
ALTER TABLE "inbox_items" ALTER COLUMN "list_rank" SET DEFAULT 6;--> statement-breakpoint
INSERT INTO "reviewed_devices" ("vendor", "device", "reviewed_at")
	SELECT "vendor", "device", min("resolved_at") FROM "inbox_items"
	WHERE "kind" = 'case' AND "resolved_at" IS NOT NULL AND NOT "held" AND NOT "dismissed"
	GROUP BY "vendor", "device";--> statement-breakpoint
UPDATE "inbox_items" SET "list_rank" = CASE
	WHEN "list_rank" = 4 AND "triage" <> 'amber' THEN 6
	WHEN "list_rank" <= 4 THEN "list_rank" + 1
	ELSE "list_rank" + 2 END
WHERE "list_rank" IS NOT NULL;
