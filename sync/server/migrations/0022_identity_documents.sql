CREATE TABLE "identity_documents" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"person" uuid NOT NULL,
	"device" text NOT NULL,
	"document" text NOT NULL,
	"photos" text[] NOT NULL,
	"stated_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"delete_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "identity_documents_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE INDEX "identity_documents_person" ON "identity_documents" USING btree ("vendor","person");--> statement-breakpoint
CREATE INDEX "identity_documents_due" ON "identity_documents" USING btree ("vendor","delete_at");